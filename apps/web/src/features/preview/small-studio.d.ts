declare module 'virtual:small-studio' {
  import type { SmallStudio } from '@printroom/studio/plate/small-studio'

  const list: SmallStudio
  export default list
}
