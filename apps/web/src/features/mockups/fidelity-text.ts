import type { MockupWire } from '@printroom/contract/wire'

/** What the guard found of a picture that an image model made; null for the studio's own, whose print is the file itself. */
export function fidelityText({
  print_fidelity: score,
  print_path: path,
}: Pick<MockupWire, 'print_fidelity' | 'print_path'>): string | null {
  if (score === null) return null
  return `Print fidelity ${score} %${path === 'studio' ? ', our studio’s picture' : ''}`
}
