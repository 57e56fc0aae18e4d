/** What the product is called on every page and in every mail: alone here, since a page that only names it needs no other sentence. */
export const PRODUCT_NAME = 'Printroom'
