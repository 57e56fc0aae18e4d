/** One cookie's value as it stands in a `Cookie` header, undecoded: ours need no escapes, and others' may be anything. */
export function readCookie(header: string | undefined, name: string): string | null {
  const prefix = `${name}=`
  const cookie = (header ?? '').split(';').find((each) => each.trimStart().startsWith(prefix))
  return cookie === undefined ? null : cookie.trim().slice(prefix.length) || null
}
