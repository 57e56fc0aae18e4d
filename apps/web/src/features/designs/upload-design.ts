import type { DesignWire } from '@printroom/contract/wire'
import { sendForm } from '~/lib/send-form.ts'

/** Sends one design, told of every step; rejects with a sentence for a person. */
export const uploadDesign = (file: File, userId: string, onProgress: (percent: number) => void): Promise<DesignWire> =>
  sendForm('/api/designs', { userId, design: file }, onProgress)
