import { expect, test } from 'vitest'
import { readable } from '../src/log.ts'

test('a JSON line is told as a sentence with its details', () => {
  const line = '{"level":50,"time":1,"pid":7,"process":"worker","reqId":"r1","err":{"code":4},"msg":"it broke"}'
  expect(readable(line)).toBe('error: it broke  reqId=r1  err={"code":4}')
})

test('a level below a warning needs no word', () => {
  expect(readable('{"level":30,"msg":"worker is ready"}')).toBe('worker is ready')
})

test.each(['plain words', '{"level":30,"msg":"cut', '{ "not": "a log line" }'])('%s stays as it is', (line) => {
  expect(readable(line)).toBe(line)
})
