import { useSyncExternalStore } from 'react'
import { FORMATS, type Format, PRESETS, type Preset, formatRefusal, usualFormatOf } from '@printroom/contract/presets'
import { HAS_WINDOW } from '~/lib/has-window.ts'

/** How pictures are saved on this browser. */
export type ExportOptions = { preset: Preset; format: Format }

const KEY = 'download'
const USUAL: ExportOptions = { preset: 'original', format: 'jpeg' }
const listeners = new Set<() => void>()
let current = HAS_WINDOW ? remembered() : USUAL

function remembered(): ExportOptions {
  const [preset = '', format = ''] = (localStorage.getItem(KEY) ?? '').split(' ')
  return preset in PRESETS && format in FORMATS ? { preset: preset as Preset, format: format as Format } : USUAL
}

export function setExportOptions(change: Partial<ExportOptions>): void {
  const { preset, format } = { ...current, ...change }
  current = { preset, format: formatRefusal(preset, format) ? usualFormatOf(preset) : format }
  localStorage.setItem(KEY, `${current.preset} ${current.format}`)
  for (const listener of listeners) listener()
}

export const useExportOptions = (): ExportOptions =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => current,
  )

/** The fields of a request; none for the stored file. */
export const exportFields = ({ preset, format }: ExportOptions): Partial<ExportOptions> =>
  preset === USUAL.preset && format === USUAL.format ? {} : { preset, format }
