import { RouterProvider, createMemoryHistory } from '@tanstack/react-router'
import { prerenderToNodeStream } from 'react-dom/static'
import { beginPrerenderedSession } from '~/lib/session.ts'
import { createAppRouter } from '~/router.ts'

/**
 * A page as it looks before anything has been asked of the server, as HTML, for the build to put into the page's file and
 * main.tsx to hydrate. A signed-in page is drawn for somebody, with nothing of anybody on it.
 * Fails when any part of the page cannot be drawn without a browser.
 */
export async function prerender(path: string, isSignedIn: boolean): Promise<string> {
  beginPrerenderedSession(isSignedIn)
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  const faults: unknown[] = []
  const { prelude } = await prerenderToNodeStream(<RouterProvider router={router} />, {
    onError: (fault) => void faults.push(fault),
    // What is ready late is in its place all the same, and not moved there by a script.
    progressiveChunkSize: Infinity,
  })
  const parts: string[] = []
  for await (const part of prelude) parts.push(String(part))
  const html = parts.join('')
  if (faults.length > 0 || !html.includes('<h1'))
    throw new Error(`${path} could not be prerendered`, { cause: faults[0] ?? html })
  return html
}
