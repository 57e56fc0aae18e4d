import type { Background } from '@printroom/contract/catalogue'

/** How a background looks in small: a CSS picture for swatches and sketches, not the photograph itself. */
export const BACKDROPS: Record<Background, string> = {
  'white-studio': 'linear-gradient(#ffffff, #ffffff 62%, #f1f1f1)',
  'neutral-gray': 'linear-gradient(#c9c9c8, #c2c2c1 62%, #b3b3b2)',
  'light-gray': 'linear-gradient(#e6e6e5, #e1e1e0 62%, #d4d4d3)',
  'off-white': 'linear-gradient(#f5f1e8, #f2ede2 62%, #e6dfd1)',
  'lifestyle-indoor':
    'radial-gradient(circle at 22% 30%, #fff6e0, transparent 42%), linear-gradient(100deg, #dccbb3, #b9a58c 60%, #8d7b68)',
  'outdoor-natural':
    'radial-gradient(circle at 70% 20%, #fdf7d8, transparent 40%), linear-gradient(#b9cfd4, #8ea878 48%, #5f7a4d)',
  'urban-street':
    'linear-gradient(90deg, #6d7177 0 22%, transparent 22%), linear-gradient(#b4bcc4, #8f949a 60%, #5f6267)',
  'cozy-interior':
    'radial-gradient(circle at 75% 32%, #ffdf9e, transparent 36%), linear-gradient(#8f6a4c, #6d4e39 65%, #4b3527)',
  'wood-texture':
    'repeating-linear-gradient(0deg, #0000 0 22%, #5b422c88 22% 23%), repeating-linear-gradient(2deg, #0000 0 3%, #7d5d3e33 3% 4%), linear-gradient(95deg, #b8946b, #a37e58)',
  'fabric-texture':
    'repeating-linear-gradient(45deg, #0000 0 3px, #00000012 3px 4px), repeating-linear-gradient(-45deg, #0000 0 3px, #ffffff2e 3px 4px), linear-gradient(#d6cdbf, #c7bcab)',
  'kitchen-interior':
    'linear-gradient(#0000 68%, #b89a78 68%), linear-gradient(90deg, #e9e4da 0 30%, #d5dad6 30% 62%, #efe9dd 62%)',
  'office-desk': 'linear-gradient(#0000 66%, #8a6b4f 66%), linear-gradient(90deg, #c8ced3, #e5e7e6 55%, #aeb7bd)',
  'outdoor-garden':
    'linear-gradient(#0000 70%, #9b8468 70%), radial-gradient(circle at 30% 30%, #e8f0c6, transparent 45%), linear-gradient(#a8c08e, #6f8f58)',
  'cozy-living-room':
    'linear-gradient(#0000 70%, #6a4a35 70%), radial-gradient(circle at 78% 30%, #ffdc98, transparent 34%), linear-gradient(#a9866a, #80634d)',
}
