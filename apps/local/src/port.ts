import { createServer } from 'node:net'

const FIRST_PORT = 3000
const TRIES = 100

/** The port asked for, or an error in plain words; with none asked for, the first free one from 3000 on. */
export async function choosePort(asked: number | undefined, host: string): Promise<number> {
  if (asked !== undefined) {
    if (await isFree(asked, host)) return asked
    throw new Error(`Port ${asked} is taken. Stop what runs there, or choose another with PORT.`)
  }
  return await nextFreePort(FIRST_PORT, host)
}

export async function nextFreePort(from: number, host: string): Promise<number> {
  for (let port = from; port < from + TRIES; port += 1) {
    if (await isFree(port, host)) return port
  }
  throw new Error(`No port from ${from} to ${from + TRIES - 1} is free on ${host}. Choose one with PORT.`)
}

async function isFree(port: number, host: string): Promise<boolean> {
  const probe = createServer()
  return await new Promise((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false)
      else reject(new Error(`Cannot listen on ${host}: ${error.message}`))
    })
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}
