import { Download, TriangleAlert } from 'lucide-react'
import type { SceneWire } from '@printroom/contract/scenes'
import { Button } from '~/components/button.tsx'
import { Card, CardNote, CardTitle } from '~/components/card.tsx'
import { ScenePicture } from '~/features/scenes/scene-picture.tsx'
import { factsOf } from '~/features/scenes/scene-words.ts'

/** The blank garment and how well it was measured, in plain words. */
export function SceneReport({ scene }: { scene: SceneWire }) {
  const { report, plate_url: plate } = scene
  if (!report) return null
  return (
    <Card aria-labelledby="report">
      <div className="grid gap-6 lg:grid-cols-[200px_minmax(0,1fr)]">
        <div className="max-lg:max-w-56">
          <ScenePicture scene={scene} className="rounded-lg" />
          <p className="mt-2 text-[13px] text-pencil">
            {report.psd ? 'The PSD without its design.' : 'The blank garment: the print is taken out.'}
          </p>
        </div>
        <div>
          <CardTitle id="report">{report.psd ? 'What was read of the PSD' : 'How well it was measured'}</CardTitle>
          {report.warnings.length > 0 && (
            <ul className="mt-3 space-y-1.5 rounded-lg bg-amber-wash px-4 py-3 text-sm">
              {report.warnings.map((warning) => (
                <li key={warning} className="flex gap-2.5">
                  <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-amber" />
                  {warning}
                </li>
              ))}
            </ul>
          )}
          <dl className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-2">
            {factsOf(report).map(({ name, value, note }) => (
              <div key={name}>
                <dt className="text-[13px] text-pencil">{name}</dt>
                <dd className="font-medium tabular-nums">
                  {value}
                  <span className="block text-sm font-normal text-pencil">{note}</span>
                </dd>
              </div>
            ))}
          </dl>
          {plate && (
            <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-t pt-4">
              <Button asChild variant="secondary" size="sm">
                <a href={`${plate}?download`} download>
                  <Download /> Download plate
                </a>
              </Button>
              <CardNote className="mt-0">A zip in the published format, for tools of your own.</CardNote>
            </div>
          )}
        </div>
      </div>
    </Card>
  )
}
