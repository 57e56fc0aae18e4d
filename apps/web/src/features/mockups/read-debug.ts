export type DebugFact = [name: string, value: string]

/** What debug_info holds, as lines to show, or null when it is no such thing. */
export function readDebug(text: string | null): { facts: DebugFact[]; prompt: string; data: string } | null {
  const debug = parse(text)
  if (!isRecord(debug)) return null
  const design = isRecord(debug.designInfo) ? debug.designInfo : {}
  return {
    facts: [
      ['Timestamp', textOf(debug.timestamp)],
      ['Design', textOf(design.filename)],
      ['Design ID', textOf(design.id)],
      ['File size', `${textOf(design.fileSize)} bytes`],
    ],
    prompt: textOf(debug.prompt),
    data: JSON.stringify(debug.mockupData ?? {}, null, 2),
  }
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : 'not recorded'
