import { createClient, InsufficientCreditsError, ValidationError, type Order } from '@printroom/client'

const { PRINTROOM_URL: url = 'http://localhost:3000', PRINTROOM_API_KEY: apiKey } = process.env
const printroom = createClient({ url, apiKey })

/** Makes a picture of 2000 × 1500 pixels. The signal ends the wait; the order stands. */
export async function make(order: Order, signal: AbortSignal): Promise<string> {
  const { credits, orders } = await printroom.mockups.quote([order], { signal })
  console.log(orders[0]?.error?.error ?? `costs ${credits}`)
  try {
    const made = await printroom.mockups.create(order, { signal })
    const mockup = await made.wait({ signal, onProgress: ({ status, progress }) => console.log(status, progress) })
    return await printroom.mockups.download(mockup, { preset: 'etsy' }).saveTo('out/')
  } catch (error) {
    if (error instanceof InsufficientCreditsError) return `${error.needed - error.available} credits are missing`
    if (error instanceof ValidationError) return Object.values(error.fields).join(' ')
    throw error
  }
}
