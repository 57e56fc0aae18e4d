import { Bug } from 'lucide-react'
import type { Run, Variation } from '~/features/generate/run.ts'
import { errorSentence } from '~/lib/api-error.ts'
import { formatDateTime } from '~/lib/format.ts'

/** What was asked and what came back, for a support case or a curious seller. */
export function DebugPanel({ run }: { run: Run }) {
  const { startedAt, variations } = run
  return (
    <details className="group rounded-lg border bg-paper text-sm">
      <summary className="flex cursor-pointer items-center gap-2 rounded-lg px-4 py-3 font-medium">
        <Bug aria-hidden="true" className="size-4 text-pencil" /> Debug Information
      </summary>
      <div className="space-y-4 border-t px-4 py-4">
        <p className="text-pencil">Started {formatDateTime(startedAt)}</p>
        <Block title="Request">{JSON.stringify(variations[0]?.order, null, 2)}</Block>
        {variations.map((variation, at) => (
          <Block key={variation.key} title={`Variation ${at + 1}: ${variation.state}`}>
            {describe(variation)}
          </Block>
        ))}
      </div>
    </details>
  )
}

function Block({ title, children }: { title: string; children: string }) {
  return (
    <section>
      <h4 className="mb-1 font-medium">{title}</h4>
      <pre className="max-h-64 overflow-auto rounded-md bg-shade p-3 text-xs leading-relaxed whitespace-pre-wrap">
        {children}
      </pre>
    </section>
  )
}

function describe({ key, state, answer, error }: Variation): string {
  const lines = [`key: ${key}`]
  if (state === 'failed')
    lines.push(`error: ${errorSentence(error, error instanceof Error ? error.message : 'unknown')}`)
  if (answer && 'generation_id' in answer) lines.push(`generation: ${answer.generation_id} (${answer.status})`)
  if (answer && 'file_url' in answer) {
    lines.push(`mockup: ${answer.id}`)
    if (answer._debug) {
      const { prompt, designInfo } = answer._debug
      lines.push(`prompt: ${prompt}`, `design: ${designInfo.fileUrl} (${designInfo.fileSize} bytes)`)
    }
  }
  return lines.join('\n')
}
