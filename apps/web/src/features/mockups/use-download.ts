import { useCallback, useState } from 'react'
import { MOCKUP } from '@printroom/contract/messages'
import { saveFile } from '~/lib/save-file.ts'
import { endSession } from '~/lib/session.ts'
import { addErrorToast } from '~/lib/toast.ts'

export function useDownload(): { download: (ids: string[]) => Promise<void>; isDownloading: boolean } {
  const [isDownloading, setDownloading] = useState(false)
  const download = useCallback(async (ids: string[]) => {
    if (ids.length === 0) return void addErrorToast(MOCKUP.downloadNothing)
    setDownloading(true)
    try {
      saveFile(await fetchZip(ids), 'mockups.zip')
    } catch {
      addErrorToast(MOCKUP.downloadFailed)
    } finally {
      setDownloading(false)
    }
  }, [])
  return { download, isDownloading }
}

async function fetchZip(mockupIds: string[]): Promise<Blob> {
  const answer = await fetch('/api/mockups/download', {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mockupIds }),
  })
  if (answer.status === 401) endSession()
  if (!answer.ok) throw new Error(`${answer.status}: ${(await answer.text()) || answer.statusText}`)
  return answer.blob()
}
