import type {
  BatchFailureWire,
  BatchPictureWire,
  BatchSummaryWire,
  BatchEstimateWire,
  BatchWire,
} from '@printroom/contract/batches'
import type {
  BaseModel,
  Background,
  DesignSize,
  Gender,
  ModelStyle,
  Product,
  Side,
} from '@printroom/contract/catalogue'
import type * as contract from '@printroom/contract/errors'
import type { QuoteWire } from '@printroom/contract/quotes'
import type { Format, Preset } from '@printroom/contract/presets'
import type { SceneWire } from '@printroom/contract/scenes'
import type {
  AccountWire,
  CatalogueWire,
  DesignWire,
  GenerationAnswer,
  GenerationWire,
  MockupWire,
  StatementLine,
  UserWire,
} from '@printroom/contract/wire'

/*
 * What crosses the wire, under the names that this package gives it. Times are ISO 8601 in UTC, sizes in pixels and bytes.
 * The build writes these types out, so that what is published names no package of ours.
 */

/** Every code that a refusal of the server may have. */
export type ErrorCode = contract.ErrorCode
export type ErrorBody = contract.ErrorBody
export type Account = AccountWire
export type User = UserWire
export type Design = DesignWire
export type Mockup = MockupWire
/** An order that is under way: `position` is its place in line (0 = being made), `progress` a percentage. */
export type Generation = GenerationWire
export type OrderAnswer = GenerationAnswer
/** What orders would cost, one after the other, and how each would be refused. */
export type Quote = QuoteWire
/** A batch with its counts, and what failed and why. */
export type Batch = BatchWire
export type BatchSummary = BatchSummaryWire
export type BatchPicture = BatchPictureWire
export type BatchFailure = BatchFailureWire
/** What a batch would cost, in credits and minutes, and what of it cannot be made. */
export type BatchEstimate = BatchEstimateWire
/** What can be made: products, base models, styles, backgrounds, colours. */
export type Catalogue = CatalogueWire
/** A seller's own photograph that mockups are made on, or what came of it. */
export type Scene = SceneWire
/** A line of the account's statement, in credits. */
export type CreditLine = StatementLine

/** The catalogue's words when this package was built; a server may have more. */
export type KnownProduct = Product
export type KnownBaseModel = BaseModel
export type KnownStyle = ModelStyle
export type KnownBackground = Background
export type KnownGender = Gender
export type KnownSide = Side
export type KnownSize = DesignSize
/** How a shop wants a picture, and the format of its file. */
export type ShopPreset = Preset
export type FileFormat = Format
