import { format } from 'node:util'
import { afterEach, beforeEach, expect } from 'vitest'

// An error that is only printed is one nobody sees. A test that means to provoke one replaces console.error itself.
const complaints: string[] = []

beforeEach(() => {
  complaints.length = 0
  console.error = (...args: unknown[]) => {
    complaints.push(format(...args))
  }
})

afterEach(() => {
  expect(complaints, 'console.error was called').toEqual([])
})
