import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { codeSplitting } from './vite.chunks.ts'
import { pages } from './vite.pages.ts'
import { precompress } from './vite.precompress.ts'
import { smallStudioList } from './vite.plates.ts'
import { SOURCES } from './vite.prerender.ts'

const API = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      addExtensions: true,
      generatedRouteTree: './src/route-tree.gen.ts',
    }),
    react(),
    tailwindcss(),
    smallStudioList(),
    pages(),
    precompress(),
  ],
  worker: { format: 'es', plugins: () => [smallStudioList()] },
  resolve: { alias: SOURCES },
  // What the server answers itself. A page's own address, with its Host, is what its guard compares an Origin with.
  server: {
    proxy: Object.fromEntries(
      ['/api', '/docs', '/assets/plates', '/healthz', '/readyz', '/metrics', '/ops'].map((path) => [path, API]),
    ),
  },
  // One style sheet, which every page holds. Nothing is inlined as a data URL: the content security policy names only our own origin.
  build: {
    target: 'es2022',
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting } },
  },
})
