import chromium from '@sparticuz/chromium'
import type { TestProject } from 'vitest/node'

/** Vitest's globalSetup: unpacks the browser once, before several test files would do it at the same time. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('chromiumPath', await chromium.executablePath())
}
