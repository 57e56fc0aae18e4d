import { useSyncExternalStore } from 'react'
import { WifiOff } from 'lucide-react'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Says that the connection is gone, for as long as it is. */
export function OfflineNote() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <p
      role="status"
      className={
        isOnline ? 'sr-only' : 'flex items-center justify-center gap-2 bg-ink px-4 py-2 text-center text-sm text-paper'
      }
    >
      {!isOnline && (
        <>
          <WifiOff aria-hidden="true" className="size-4 shrink-0" /> You are offline. What is on this page stays;
          nothing new comes until the connection is back.
        </>
      )}
    </p>
  )
}
