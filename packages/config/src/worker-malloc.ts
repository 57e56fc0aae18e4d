/**
 * How the C library (glibc; others read none of this) keeps a worker's memory, by its environment: two arenas instead of
 * eight a core, and what is larger than 1 MB goes back to the system when it is freed. Decoded pictures are such, and
 * libvips frees them on whichever thread it is: by default every arena keeps its largest moment, 1.3 GB after 50 pictures.
 * The processor pays with some 5 % of a picture's time at 4 MB, and with 5 % more at 1 MB (50 pictures in 34.2 s instead of
 * 32.5), which keeps 45 MB less: a worker held 654 and holds 609 MB. `apps/worker/bench/memory.ts` measures both.
 */
export const MALLOC = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(8 * 1024 * 1024),
}
