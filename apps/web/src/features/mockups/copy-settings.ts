import type { MockupWire } from '@printroom/contract/wire'
import { readQuery, type GenerateQuery } from '~/features/generate/read-query.ts'

/** A mockup's settings as a link to the wizard; the design is left for the seller to choose. */
export const copySettingsQuery = (mockup: MockupWire): GenerateQuery => readQuery({ ...mockup, copiedSettings: 'true' })
