/** Every row that names a file of the store (`arquivo`): messages and disputes. */
export const ARQUIVOS_CITADOS = `
  select midia->>'arquivo' as arquivo from mensagem where midia is not null and midia->>'arquivo' is not null
  union all select arquivo->>'arquivo' from contestacao where arquivo is not null`
