/** Google's popup opens here once the installation has a Google project; until then the attempt fails, and says so. */
export function signInWithGoogle(): Promise<never> {
  return Promise.reject(new Error('Sign-in with Google is not configured'))
}
