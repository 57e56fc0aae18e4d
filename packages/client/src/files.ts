import type { CallOptions, Transport, Call } from './transport.ts'

/** A PNG: where it lies on this machine (Node only), its bytes, or a Blob as a browser's file input gives it. */
export type FileSource = string | Uint8Array | ArrayBuffer | Blob

/** A file of the server's, which is fetched when one of these is called; each call fetches it anew. */
export type Download = {
  /** All of it, and how the server calls it. */
  bytes(options?: CallOptions): Promise<{ bytes: Uint8Array<ArrayBuffer>; filename: string; contentType: string }>
  /** As it comes. A connection that breaks on the way is an error of the stream. */
  stream(options?: CallOptions): Promise<ReadableStream<Uint8Array>>
  /** Writes it to a file, or under the server's name into a folder: one that exists, or whose path ends with a slash. Node only. @returns the file's path */
  saveTo(path: string, options?: CallOptions): Promise<string>
}

/** Node's own modules, without an import that a bundler for browsers would follow. */
function node() {
  const load = globalThis.process?.getBuiltinModule
  if (typeof load !== 'function')
    throw new TypeError('Paths are for Node. In a browser, give a Blob and take the bytes.')
  return { fs: load('node:fs/promises'), path: load('node:path') }
}

/** The file as a form sends it. @throws Error that the file cannot be read */
export async function blobOf(source: FileSource, filename?: string): Promise<{ blob: Blob; filename: string }> {
  if (typeof source === 'string') {
    const { fs, path } = node()
    const bytes = new Uint8Array(await fs.readFile(source))
    return { blob: new Blob([bytes], { type: 'image/png' }), filename: filename ?? path.basename(source) }
  }
  if (source instanceof Blob)
    return { blob: source, filename: filename ?? ('name' in source ? String(source.name) : 'design.png') }
  return {
    blob: new Blob([source as Uint8Array<ArrayBuffer>], { type: 'image/png' }),
    filename: filename ?? 'design.png',
  }
}

/** @param fallback the file's name where the server says none */
export function downloadOf(transport: Transport, call: Call, fallback: string): Download {
  const whole = async (options: CallOptions = {}) =>
    transport.call({ ...call, ...options }, async (response, alive) => {
      const { body, headers } = response
      const facts = { filename: nameIn(headers) ?? fallback, contentType: headers.get('content-type') ?? '' }
      const parts: Uint8Array<ArrayBuffer>[] = []
      const reader = body?.getReader()
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        alive()
        parts.push(part.value)
      }
      return { bytes: new Uint8Array(await new Blob(parts).arrayBuffer()), ...facts }
    })
  return {
    bytes: whole,
    stream: (options = {}) =>
      transport.call({ ...call, ...options }, async ({ body }) => {
        if (!body) throw new TypeError('The answer has no body.')
        // The call's own signal ends with the call; the caller's goes on to end the stream.
        return options.signal ? body.pipeThrough(new TransformStream(), { signal: options.signal }) : body
      }),
    async saveTo(path, options) {
      const { fs, path: paths } = node()
      const isFolder = /[/\\]$/.test(path) || (await fs.stat(path).catch(() => null))?.isDirectory()
      const { bytes, filename } = await whole(options)
      const target = isFolder ? paths.join(path, filename) : path
      await fs.mkdir(paths.dirname(target), { recursive: true })
      // Under another name until it is whole: what is there under its own is a picture.
      const part = `${target}.part`
      await fs.writeFile(part, bytes, { signal: options?.signal })
      await fs.rename(part, target)
      return target
    },
  }
}

/** What the server calls a file, without anything that would lead out of a folder. */
function nameIn(headers: Headers): string | undefined {
  const header = headers.get('content-disposition') ?? ''
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(header) ?? []
  const [, plain] = /filename="([^"]+)"/i.exec(header) ?? []
  const name = (encoded === undefined ? plain : decodeURIComponent(encoded))?.replaceAll(/[/\\\p{Cc}]/gu, '_')
  return name && !/^\.+$/.test(name) ? name : undefined
}
