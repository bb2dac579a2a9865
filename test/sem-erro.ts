/** A refusal is an acceptable answer; a 5xx never is. */
export function semErro({ statusCode, body }: { statusCode: number; body: string }): void {
  if (statusCode >= 500) throw new Error(`answered ${statusCode}: ${body}`)
}
