import { GENERATION } from '@printroom/contract/messages'
import { addToast } from '~/lib/toast.ts'

/** Says that an order needs more credits than there are, and leads to where there are more. */
export const addInsufficientToast = (description: string): number =>
  addToast({
    title: GENERATION.insufficientTitle,
    description,
    variant: 'destructive',
    action: { label: 'Buy Credits', to: '/pricing' },
  })
