declare module 'virtual:small-studio' {
  const list: import('@printroom/studio/small-studio').SmallStudio
  export default list
}
