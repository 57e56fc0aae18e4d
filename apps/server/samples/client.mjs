import { createClient } from '@printroom/client'

const { PRINTROOM_URL: url, PRINTROOM_API_KEY: apiKey } = process.env
const printroom = createClient({ url, apiKey })
const design = await printroom.designs.upload('design.png')
const choices = { product: 'mug', colour: 'mug-navy', model_style: 'lifestyle-use', background: 'kitchen-interior' }
const order = await printroom.mockups.create({ design_id: design.id, ...choices })
const mockup = await order.wait({ onProgress: ({ progress }) => console.log(`${progress} %`) })
console.log(await printroom.mockups.download(mockup).saveTo('out/'))
