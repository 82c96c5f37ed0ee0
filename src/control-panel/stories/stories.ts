export { loadStory } from './catalogue.ts'
export { createStoryRunner } from './story-runner.ts'
export { StoryBar } from './StoryBar.tsx'
