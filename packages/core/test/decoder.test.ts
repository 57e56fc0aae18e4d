import { readFileSync, readdirSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { createDecoder } from '../src/adapters/decoder/decoder.ts'
import { interlacedPng, plainPng } from './hostile-png.ts'

const lines: { message: string; peakMB?: number }[] = []
const log = {
  info: (fields: object, message: string) => void lines.push({ ...fields, message }),
  warn: (fields: object, message: string) => void lines.push({ ...fields, message }),
  error() {},
}
const decoder = createDecoder(log, { nice: 0 })
const hasty = createDecoder(log, { cpuMs: 1_000, nice: 0 })
afterAll(() => Promise.all([decoder.close(), hasty.close()]))

const isLinux = process.platform === 'linux'
/** The decoding processes that this one has started, and what is in their environment. */
function children(): { pid: number; environment: string }[] {
  if (!isLinux) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const parent = Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
        const isOurs =
          parent === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('decoder-process')
        return isOurs ? [{ pid: Number(pid), environment: readFileSync(`/proc/${pid}/environ`, 'utf8') }] : []
      } catch {
        return [] // it has ended since
      }
    })
}

describe('an upload is decoded', { timeout: 240_000 }, () => {
  it('in a process of its own that has none of our environment, one file after the other', async () => {
    const answers = await Promise.all([
      decoder.ingest(plainPng(20)),
      decoder.ingest(plainPng(30)),
      decoder.ingest(Buffer.from('no picture')),
    ])
    expect(answers.map((answer) => (answer.ok ? answer.width : answer.reason))).toEqual([20, 30, 'not-png'])
    if (!isLinux) return
    expect(children()).toHaveLength(1)
    expect(children()[0]?.environment).not.toMatch(/PATH|DATABASE|SECRET|KEY/)
  })

  it('at most 50 megapixels of 16 bits, interlaced, in less than 640 MB, which are given back', async () => {
    const [before] = children()
    const answer = await decoder.ingest(await interlacedPng())
    expect(answer).toMatchObject({ ok: true, width: 7070, height: 7070 })
    if (!answer.ok || !answer.print) throw new Error('there is no print copy')
    expect(Buffer.compare((await decoder.printCopy(answer.file))!, answer.print)).toBe(0)
    expect(Math.max(...lines.map(({ peakMB }) => peakMB ?? 0))).toBeLessThan(640)
    expect(children().map(({ pid }) => pid)).not.toContain(before?.pid ?? 0)
  })

  it('within its time of the processor: else the process is killed, and the next file has another', async () => {
    await expect(hasty.ingest(await interlacedPng())).rejects.toMatchObject({ name: 'DecodingOverdue' })
    expect(lines.at(-1)?.message).toContain('killed')
    const patient = createDecoder(log, { nice: 0 })
    expect(await patient.ingest(plainPng())).toMatchObject({ ok: true })
    await patient.close()
  })

  it('again after its process was lost, as when a decoder crashes on a file', async () => {
    const large = decoder.ingest(await interlacedPng()).catch((error: unknown) => error)
    const child = await begun()
    if (child) process.kill(child, 'SIGKILL')
    else await decoder.close()
    expect(await large).toMatchObject({ message: expect.stringContaining('the decoding process was lost') })
    expect(await decoder.ingest(plainPng())).toMatchObject({ ok: true })
  })
})

/** The child that works on a file, from when it has been started; on systems where nobody can look, none. */
async function begun(): Promise<number | undefined> {
  for (;;) {
    const [child] = children()
    if (child || !isLinux) return child?.pid
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
