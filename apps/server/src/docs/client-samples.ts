/**
 * What `@printroom/client` calls an operation, by its id. The tests of the package compile every line. What it has no method
 * for (files of other sizes, the account's export) is not here: `fetch` serves there.
 */
const ORDER = `{
  design_id: id,
  product: 'mug',
  colour: 'mug-navy',
  model_style: 'lifestyle-use',
  background: 'kitchen-interior',
}`
const BATCH = `{
  designIds: [id],
  products: [{ product: 'mug', colours: ['mug-navy', 'mug-red'], scenes: [{ style: 'lifestyle-use', background: 'kitchen-interior' }] }],
}`
const PICTURES = `[
  { scenes: [{ style: 'studio-front', background: 'white-studio' }], crop: 'whole', width: 2000, height: 1500, shop: 'etsy' },
]`

export const CLIENT_SAMPLES: Readonly<Record<string, string>> = {
  login: `await printroom.trpc.auth.login.mutate({ email })`,
  register: `await printroom.trpc.auth.register.mutate({ email })`,
  readGoogle: `await printroom.trpc.auth.google.query()`,
  logout: `await printroom.trpc.auth.logout.mutate()`,
  readAccountOfUser: `const { credits } = await printroom.account()`,
  listDesignsOfUser: `for await (const design of printroom.designs.list()) console.log(design.filename)`,
  listMockupsOfUser: `for await (const mockup of printroom.mockups.list()) console.log(mockup.file_url)`,
  readAccount: `const { credits } = await printroom.account()`,
  listRequests: `const { items } = await printroom.trpc.request.list.query({})`,
  downloadStatement: `await printroom.credits.csv().saveTo('out/')`,
  listProducts: `const { products } = await printroom.catalogue()
const colours = await printroom.colours({ product: 'mug' })`,
  listDesigns: `for await (const design of printroom.designs.list()) console.log(design.filename)`,
  uploadDesign: `const design = await printroom.designs.upload('design.png')`,
  renameDesign: `await printroom.designs.rename(id, 'moon.png')`,
  deleteDesign: `await printroom.designs.remove(id)`,
  readDesignFile: `await printroom.designs.download(id).saveTo('out/')`,
  makeMockup: `const order = await printroom.mockups.create(${ORDER})
const mockup = await order.wait()`,
  quote: `const { credits } = await printroom.mockups.quote([${ORDER}])`,
  readGeneration: `const answer = await printroom.trpc.generation.get.query({ id, wait_seconds: 20 })`,
  cancelGeneration: `await printroom.trpc.generation.cancel.mutate({ id })`,
  listMockups: `for await (const mockup of printroom.mockups.list()) console.log(mockup.file_url)`,
  starMockup: `await printroom.trpc.mockup.setFavourite.mutate({ id, is_favourite: true })`,
  deleteMockup: `await printroom.mockups.remove(id)`,
  readMockupFile: `await printroom.mockups.download(id, { preset: 'etsy', format: 'jpeg' }).saveTo('out/')`,
  downloadMockups: `await printroom.mockups.zip([id], { preset: 'etsy' }).saveTo('out/')`,
  orderBatch: `const batch = await printroom.batches.create(${BATCH})
const done = await printroom.batches.wait(batch.id)`,
  listBatches: `for await (const batch of printroom.batches.list()) console.log(batch.name)`,
  estimateBatch: `const { credits } = await printroom.batches.estimate(${BATCH})`,
  listBatchPictures: `for await (const picture of printroom.batches.pictures(id)) console.log(picture.state)`,
  readBatch: `const batch = await printroom.batches.get(id)`,
  retryBatch: `await printroom.batches.retry(id)`,
  cancelBatch: `await printroom.batches.cancel(id)`,
  readBatchListings: `const listings = await printroom.trpc.batch.listings.query({ id, pack_id })`,
  downloadBatch: `await printroom.batches.zip(id).saveTo('out/')`,
  downloadBatchCsv: `await printroom.batches.csv(id).saveTo('out/')`,
  listPacks: `const packs = await printroom.trpc.pack.list.query()`,
  deletePack: `await printroom.trpc.pack.remove.mutate({ id })`,
  listEndpoints: `const endpoints = await printroom.trpc.webhook.list.query()`,
  deleteEndpoint: `await printroom.trpc.webhook.remove.mutate({ id })`,
  rotateEndpointSecret: `const { secret } = await printroom.trpc.webhook.rotateSecret.mutate({ id })`,
  listDeliveries: `const { items } = await printroom.trpc.webhook.deliveries.query({ id })`,
  replayDelivery: `await printroom.trpc.webhook.replay.mutate({ id })`,
  createPack: `await printroom.trpc.pack.create.mutate({ name: 'My listing', pictures: ${PICTURES} })`,
  changePack: `await printroom.trpc.pack.change.mutate({ id, name: 'My listing', pictures: ${PICTURES} })`,
  createEndpoint: `const { secret } = await printroom.trpc.webhook.create.mutate({
  url: 'https://shop.example.com/printroom',
  events: ['mockup.completed', 'batch.completed'],
})`,
  changeEndpoint: `await printroom.trpc.webhook.update.mutate({ id, is_enabled: false })`,
  testEndpoint: `await printroom.trpc.webhook.test.mutate({ id })`,
  replayFailedDeliveries: `const { sent } = await printroom.trpc.webhook.replayFailed.mutate({ id })`,
  checkOut: `const { url: page } = await printroom.trpc.billing.checkout.mutate({ plan: 'topup_50' })`,
  openPortal: `const { url: page } = await printroom.trpc.billing.portal.mutate({})`,
  cancelSubscription: `await printroom.trpc.billing.cancel.mutate({ reason: 'The season is over.' })`,
  resumeSubscription: `await printroom.trpc.billing.resume.mutate({})`,
  watchAccount: `for await (const told of printroom.trpc.billing.watch.subscribe({})) console.log(told)`,
  watchGenerations: `for await (const orders of printroom.trpc.generation.watch.subscribe()) console.log(orders)`,
}
