/** A message as it is sent: `body` is JSON, `headers` say who it is from and sign it. */
export type Message = { url: string; headers: Record<string, string>; body: string }

/**
 * What came of a try. `status` is the HTTP status answered, `answer` how the answer's text begins. Without an answer
 * `status` is null and `error` says why, in words that tell a stranger nothing of our network.
 */
export type PostResult = { status: number | null; latencyMs: number; answer: string | null; error: string | null }

/** Posts a message to an address that a seller named. Never throws: whatever goes wrong is a result. */
export type Post = (message: Message) => Promise<PostResult>
