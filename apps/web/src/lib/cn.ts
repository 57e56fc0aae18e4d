import { clsx, type ClassValue } from 'clsx'
import { twMerge } from 'tailwind-merge'

/** Class names joined, the later one winning where two set the same property. */
export const cn = (...classes: ClassValue[]): string => twMerge(clsx(classes))
