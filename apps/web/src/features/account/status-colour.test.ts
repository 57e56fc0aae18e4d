import { expect, test } from 'vitest'
import { statusColour } from '~/features/account/status-colour.ts'

test('active is green, past due yellow, canceled red, anything else grey', () => {
  expect(['active', 'past_due', 'canceled', 'other', 'incomplete'].map(statusColour)).toEqual([
    'green',
    'yellow',
    'red',
    'grey',
    'grey',
  ])
})
