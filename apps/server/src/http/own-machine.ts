import { AppError } from '@printroom/core/errors'
import { isLoopback } from '@printroom/core/exposure'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** What a proxy adds to a request that it passes on. */
const PASSED_ON = ['forwarded', 'x-forwarded-for', 'x-forwarded-host'] as const

/**
 * While an email alone signs in, nobody from elsewhere may ask for anything, whichever way they came: by a name that leads
 * to loopback (a page of another site whose name was pointed here), or by a proxy or a tunnel that was put in front.
 */
export function registerOwnMachineGuard(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (!isOfThisMachine(request)) throw new AppError('own_machine_only')
  })
}

function isOfThisMachine({ headers }: FastifyRequest): boolean {
  const address = `http://${headers.host ?? ''}`
  return (
    URL.canParse(address) &&
    isLoopback(new URL(address).hostname) &&
    PASSED_ON.every((name) => headers[name] === undefined)
  )
}
