/** Sentences that a person reads, in the specification's words where it quotes them. */

export const AUTH = {
  emailMissing: 'Please enter your email address',
  emailMissingToast: 'Please enter your email address.',
  loginFailed: 'Invalid credentials. Please try again.',
  registerFailed: 'Registration failed. Please try again.',
  googleLoginFailed: 'Google sign-in failed. Please try again.',
  googleRegisterFailed: 'Google sign-up failed. Please try again.',
  welcomeBack: 'Welcome back!',
  accountCreated: 'Account created successfully! Welcome to the product.',
  googleSigningIn: 'Welcome! Signing in with Google...',
  googleCreating: 'Welcome! Creating your account with Google...',
} as const

export const UPLOAD = {
  onlyPng: 'Only PNG files are allowed',
  tooLarge: 'File size must be less than 10MB',
  failed: 'Upload failed',
  failedWithStatus: (code: number) => `Upload failed with status ${code}`,
  timeout: 'Upload timeout',
  invalidResponse: 'Invalid response format',
  starting: 'Starting upload...',
  uploading: (percent: number) => `Uploading... ${percent}%`,
  processing: 'Processing image...',
  complete: 'Complete!',
  tooManyPixels: 'This image is too large: at most 50 megapixels, and 12,000 pixels a side.',
  animated: 'Animated PNGs cannot be printed. Please save a single frame.',
  scattered: 'This PNG is cut into too many small pieces. Please save it again.',
  takesTooLong: 'This PNG takes too long to read. Please save it smaller, or without interlacing.',
} as const

export const DESIGN = {
  filenameEmpty: 'Filename cannot be empty',
  filenameTooLong: 'Filename is too long (maximum 255 characters)',
  filenameNotPng: 'Filename must end with .png',
  deleteFailed: 'Failed to delete design',
  renameFailed: 'Failed to rename design',
} as const

export const GENERATION = {
  insufficientTitle: 'Insufficient Credits',
  insufficient: (needed: number, available: number) =>
    `You need ${needed} credits but only have ${available}. Please purchase more credits.`,
  missing: (needed: number, available: number) =>
    `You need ${needed} credits and have ${available}: ${needed - available} more ${needed - available === 1 ? 'is' : 'are'} missing.`,
  insufficientColours: (needed: number, available: number) =>
    `You need ${needed} credits to generate ${needed} color variations. You have ${available} credits.`,
  failed: 'Failed to generate mockup. Please try again.',
  manyFailedTitle: 'Generation Failed',
  manyFailed: 'There was an error generating your mockup. Please try again.',
  regenerateFailed: 'Failed to regenerate mockup. Please try again.',
  coloursFailed: 'Failed to generate color variations. Please try again.',
  generating: (count: number) => `Generating ${count} mockup(s)...`,
  regenerating: 'Regenerating...',
  cancelledTitle: 'Cancelled',
  cancelled: 'You stopped this mockup before it was begun. Your credit is back.',
  doneAlready: 'This mockup is done already.',
  failedAlready: 'This mockup could not be made, and its credit is back already.',
  cancelFailed: 'This could not be cancelled. Please try again.',
  notOrdered: 'This order did not reach us. Nothing was charged.',
  doneTitle: 'Your mockups are done',
  regeneratedTitle: 'Your new picture is done',
  coloursDoneTitle: 'Your color variations are done',
  alreadyMadeTitle: 'You have this picture already',
  alreadyMade: 'These choices give the same picture to the pixel. Nothing was charged.',
  someAlreadyMade: (had: number, count: number) =>
    `${had} of ${count} are pictures that you have already, to the pixel. They were not charged.`,
} as const

/** A day as the sentences about keys name it: the same for everybody, in UTC. */
const dayOf = (date: Date): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(date)
const creditsOf = (count: number): string => `${count} ${count === 1 ? 'credit' : 'credits'}`

export const API_KEY = {
  scopeNeeded: (needed: string, scope: string) =>
    `This needs an API key with the scope “${needed}”, and this one has “${scope}”. Make one on the account page.`,
  ofTheAccount: 'An API key cannot do this. Sign in instead.',
  unknown: 'There is no such API key; it may have been revoked. Make one on the account page.',
  expired: (name: string, at: Date) =>
    `The API key “${name}” expired on ${dayOf(at)}. Give it a later end on the account page, or make a new one there.`,
  /** `needed` and `left` in credits; `until`: when the next month begins. */
  capReached: (needed: number, cap: number, left: number, until: Date) =>
    `${needed === 1 ? '' : `This order needs ${creditsOf(needed)}. `}This API key may spend ${creditsOf(cap)} a month and has ${left === 0 ? 'none' : left} left until ${dayOf(until)}. Raise its cap on the account page, or wait.`,
  onlyNarrower: 'The scope of a key can be narrowed only. Make a new key for more.',
  inThePast: 'Choose a time that is still to come.',
  tooFar: (years: number) => `Choose a time within the next ${years} years.`,
} as const

export const MOCKUP = {
  deleteFailed: 'Failed to delete mockup',
  downloadNothing: 'Please select mockups to download',
  downloadFailed: 'Failed to download mockups',
  notOnWhite: 'Amazon wants pure white, and this style is photographed in its surroundings. Choose another preset.',
  modelNotOnWhite:
    'Amazon wants pure white, and a picture by the image model cannot be set on it. Choose another preset.',
  designGoneNotOnWhite:
    'Amazon wants pure white, for which the picture is made anew from its design, and that was deleted. Choose another preset.',
  modelNotLarge: 'A picture by the image model has 2048 pixels a side, and a larger one would show no more.',
  sceneNotLarge: 'This scene is photographed at 2048 pixels a side, and a larger picture would show no more of it.',
  designGoneNotLarge: 'A larger picture is made anew from its design, and that was deleted.',
  modelNotClose: 'A picture by the image model cannot be photographed again from near.',
  designGoneNotClose: 'A close-up is made anew from its design, and that was deleted.',
  sceneNotCutOut: 'Nothing tells the garment from its ground in a photograph of your own: it cannot be cut out.',
  modelNotCutOut: 'A picture by the image model cannot be cut out: only of our own scenes is it known what is product.',
  designGoneNotCutOut: 'A cut-out is made anew from its design, and that was deleted.',
  cutoutNotJpeg: 'A JPEG cannot be transparent. Choose PNG or WebP for a cut-out.',
  modelNotLayers:
    'A picture by the image model has no layers: only of our own scenes is it known what is print and what light.',
  designGoneNotLayers: 'Layers are made anew from the design, and that was deleted.',
  layersArePsd: 'Layers come as a PSD, and nothing else does.',
  debugInvalid: 'Invalid debug data format',
} as const

export const BILLING = {
  portalNotConfiguredTitle: 'Billing Portal Not Configured',
  portalNotConfigured: 'Please configure the Customer Portal in your Stripe dashboard first.',
  portalFailed: 'Failed to open billing portal. Please try again.',
  cancelFailed: 'Failed to cancel subscription. Please try again.',
  checkoutFailed: 'Failed to create checkout session. Please try again.',
  resumeFailed: 'Failed to resume subscription. Please try again.',
} as const
