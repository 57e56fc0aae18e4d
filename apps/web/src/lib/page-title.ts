import { PRODUCT_NAME } from '@printroom/contract/product-name'

/** A route's head: `Designs · Printroom` in the tab. */
export const pageTitle = (title: string) => () => ({ meta: [{ title: `${title} · ${PRODUCT_NAME}` }] })
