import { isHeic, isPsd } from '~/features/scenes/photo-kinds.ts'
import { getSession, onSessionChange } from '~/lib/session.ts'

const addresses = new Map<string, string>()

/** Keeps a photograph that this tab has sent, to be seen while it is measured: the server shows it to nobody. What browsers cannot show is not kept. */
export function keepPhoto(sceneId: string, file: File): void {
  if (!isHeic(file) && !isPsd(file)) addresses.set(sceneId, URL.createObjectURL(file))
}

/** The address of a photograph that this tab has sent, as long as the tab is open. */
export const sentPhoto = (sceneId: string): string | undefined => addresses.get(sceneId)

// What one person sent is not shown to the next.
onSessionChange(() => {
  if (getSession().status !== 'anonymous') return
  for (const address of addresses.values()) URL.revokeObjectURL(address)
  addresses.clear()
})
