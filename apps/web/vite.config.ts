import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { sharedScripts } from './vite.chunks.ts'
import { pages } from './vite.pages.ts'
import { precompress } from './vite.precompress.ts'
import { smallPlates, smallStudioList } from './vite.plates.ts'

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
    smallPlates(),
    sharedScripts(),
    pages(),
    precompress(),
  ],
  worker: { format: 'es', plugins: () => [smallStudioList()] },
  resolve: { alias: { '~': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: { proxy: { '/api': API } },
  // One style sheet, which every page holds. Nothing is inlined as a data URL: the content security policy names only our own origin.
  build: { target: 'es2022', cssCodeSplit: false, assetsInlineLimit: 0, reportCompressedSize: true },
})
