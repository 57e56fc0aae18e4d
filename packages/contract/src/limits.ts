/** Every number that both sides of the wire rely on. Units are in the names. */

export const UPLOAD_MAX_BYTES = 10 * 1024 * 1024
/** Sides of a thumbnail in pixels: as it is stored, and for a card on a desk. */
export const THUMBNAIL_SIDES = { stored: 512, card: 352 } as const
/** Beside the file; one of them is read. */
export const UPLOAD_MAX_FIELDS = 10
export const UPLOAD_TIMEOUT_MS = 30_000
/** For the bytes of a photograph: 40 MB at 1 Mbit/s take 336 s. */
export const SCENE_UPLOAD_TIMEOUT_MS = 400_000
/** Of many files that one page sends. */
export const UPLOADS_AT_ONCE = 3
export const UPLOAD_CLOSE_DELAY_MS = 1_000
/** How long a request waits for the design that a worker makes of its upload. */
export const UPLOAD_WAIT_SECONDS = 25
/** Unfinished uploads of one seller; the next is refused. */
export const UPLOADS_IN_LINE_MAX = 30
/** A photograph of the calibration print: a JPEG of 40 megapixels has 10 to 30 MB. */
export const SCENE_PHOTO_MAX_BYTES = 40 * 1024 * 1024
/** A layered PSD: one account's is in memory at a time, and mockups that are sold are larger as a rule for their placeholders alone. */
export const SCENE_PSD_MAX_BYTES = 80 * 1024 * 1024
export const SCENE_PHOTO_MAX_PIXELS = 40_000_000
/** Scenes of one seller, and how many of them are measured or wait for it at a time. */
export const SCENES_MAX = 50
export const SCENES_IN_LINE_MAX = 5
/** A mask of 1024 pixels has 10 to 100 kB. */
export const SCENE_MASK_MAX_BYTES = 2 * 1024 * 1024
export const SCENE_NAME_MAX_CHARS = 80
export const FILENAME_MAX_CHARS = 255
export const VARIATION_OPTIONS = [1, 4, 8] as const
export type VariationCount = (typeof VARIATION_OPTIONS)[number]
export const CREDITS_PER_MOCKUP = 1
/** The longest that an order may ask to be waited for. */
export const ORDER_WAIT_MAX_SECONDS = 600
/** Orders of one quote: each is tried as an order is, while the seller's own wait. */
export const QUOTE_MAX_ORDERS = 20
export const LOW_CREDITS_BELOW = 5
/** Calls of one request to tRPC. A click orders 8 at most; more than that goes in several requests. */
export const BATCH_MAX_CALLS = 10
/** Pictures of one batch, which are ordered together; the database has the same number. */
export const BATCH_MAX_PICTURES = 400
/** Ways of showing a product that a grid may name, whether they can be made or not. */
export const BATCH_MAX_CELLS = 2000
export const BATCH_NAME_MAX_CHARS = 80
/** A seller's own packs, and what each may hold; sides in pixels. The largest is what a picture can be composed at. */
export const PACKS_MAX = 30
export const PACK_NAME_MAX_CHARS = 60
export const PACK_MAX_PICTURES = 20
export const PACK_MAX_SCENES = 6
export const PACK_SIDES = { least: 320, most: 4096 } as const
/** Lines about pictures that a listing lacks, told at once; the others are counted. */
export const UNFIT_MAX_SHOWN = 200
/** 400 lines of the longest fields. */
export const BATCH_CSV_MAX_CHARS = 400_000
/** With blank ones, and those that a field in quotation marks goes on over. */
export const BATCH_CSV_MAX_LINES = 2_000
/** What of a batch failed that is told with it; its pictures, a page at a time, name the rest. */
export const BATCH_FAILURES_MAX_SHOWN = 200
/** What Etsy takes. */
export const LISTING_TITLE_MAX_CHARS = 140
/** Rows of a page of a list, unless another number is asked for, and at most. */
export const LIST_PAGE_ROWS = 60
export const LIST_MAX_ROWS = 100
/** The largest answer to one call, in bytes of JSON: a list of the longest rows that there can be. Files are streams and no such answers. */
export const ANSWER_MAX_BYTES = 512 * 1024
/** Orders under way, sessions and known browsers that are told at once. Of more, the first, or the last that were used. */
export const GENERATIONS_MAX_SHOWN = 60
export const DEVICES_MAX_SHOWN = 50
/** Whoever orders the same again so soon may not mean to. */
export const ORDERED_AGAIN_SECONDS = 60
export const DOWNLOAD_MAX_MOCKUPS = 500
/** What My Mockups is searched for. */
export const SEARCH_MAX_CHARS = 100
/** Of a search, the words beyond these are passed over. */
export const SEARCH_MAX_WORDS = 8
/** Designs that one can choose from to filter by; the others are found by their names. */
export const FACET_MAX_DESIGNS = 100
/** A preset composes each picture anew: about a second of a core each. */
export const PRESENT_MAX_MOCKUPS = 100
/** Pictures of one share, and characters of a client's note; the database has the same numbers. */
export const SHARE_MAX_PICTURES = 200
export const SHARE_NOTE_MAX_CHARS = 500
export const SHARE_TITLE_MAX_CHARS = 80
/** Links of one seller that open something at a time; of those that do not any more, as many are kept. */
export const SHARES_MAX = 100
export const SHARE_DAYS = [7, 30, 90] as const
export const CANCEL_REASON_MAX_CHARS = 1000
export const STATEMENT_MAX_LINES = 100
export const EMAIL_MAX_CHARS = 254
export const SIGN_IN_CODE_CHARS = 8
export const SIGN_IN_CODE_MINUTES = 15
export const SIGN_IN_CODE_TRIES = 5
/** After the tries are used up, one more each of these. */
export const SIGN_IN_CODE_PAUSE_SECONDS = 60
export const SIGN_IN_RESEND_SECONDS = 30
export const API_KEY_NAME_MAX_CHARS = 60
export const API_KEYS_MAX = 20
export const API_KEY_CAP_MAX_CREDITS = 1_000_000
/** How far ahead the end of a key may lie, and how long before it its owner is mailed. */
export const API_KEY_MAX_YEARS = 10
export const API_KEY_TOLD_DAYS = 7
/** Requests that were made with keys are kept: so long, and the latest of one account. */
export const REQUESTS_KEPT_DAYS = 7
export const REQUESTS_KEPT_MAX = 20_000
/** How much of a request's path is kept. */
export const REQUEST_PATH_MAX_CHARS = 200
export const WEBHOOK_ENDPOINTS_MAX = 5
export const WEBHOOK_URL_MAX_CHARS = 1000
/** After a new secret, messages are signed with the one before too. */
export const WEBHOOK_SECRET_OVERLAP_HOURS = 24
/** Of what an endpoint answers. */
export const WEBHOOK_ANSWER_SHOWN_CHARS = 1000
/** Messages and what became of them are kept. */
export const WEBHOOK_KEPT_DAYS = 30
/** Failed messages of an endpoint that one press sends again. */
export const WEBHOOK_REPLAY_MAX = 400
export const DASHBOARD_RECENT_MOCKUPS = 8
export const ACCOUNT_RECENT_MOCKUPS = 3
export const ACCOUNT_RECENT_DESIGNS = 2
export const THIS_WEEK_DAYS = 7
export const DESIGN_SKELETONS = 8
export const MOCKUP_HIGHLIGHT_MS = 3_000
export const SIDEBAR_COOKIE_DAYS = 7
export const MOBILE_BREAKPOINT_PX = 768
export const TOAST_MS = 5_000
export const STORAGE_MB_PER_DESIGN = 2
export const STORAGE_MB_PER_MOCKUP = 3
