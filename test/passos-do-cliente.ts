import fc from 'fast-check'

/** Small numbers that a step reads as "the n-th existing one", so that any step makes sense in any state. */
export const qual = fc.nat({ max: 3 })
/** Few customers, chosen again and again, so that different actions meet on the same one. */
export const cliente = fc.constantFrom(0, 1, 2, 0, 1, 2, 3, 4, 5, 6)
export const quem = fc.constantFrom(0, 0, 0, 1)

/** What customers do on their page, sometimes in two tabs at once or with wrong digits. */
export const passoDaPagina = fc.record({
  tipo: fc.constant('pagina'),
  cliente,
  ato: fc.constantFrom(
    ...(['prometer', 'prometer', 'aceitar', 'aceitar', 'contestar', 'codigo', 'pagar', 'pagar'] as const),
    ...(['falar', 'parar', 'nao_sou_eu'] as const),
  ),
  qual,
  todas: fc.boolean(),
  em: fc.integer({ min: 0, max: 4 }),
  abas: fc.constantFrom(1, 1, 2),
  errado: fc.constantFrom(false, false, false, true),
})
export type PassoDaPagina = typeof passoDaPagina extends fc.Arbitrary<infer T> ? T : never

/** Promises and disputes of customers, as operators record and answer them. */
export const passoDaTratativa = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      tipo: fc.constant('prometer'),
      quem,
      cliente,
      conta: qual,
      todas: fc.boolean(),
      parte: fc.boolean(),
      em: fc.integer({ min: 0, max: 4 }),
    }),
  },
  fc.record({ tipo: fc.constant('cancelar_promessa'), quem, cliente }),
  {
    weight: 2,
    arbitrary: fc.record({
      tipo: fc.constant('contestar'),
      quem,
      cliente,
      conta: qual,
      todas: fc.boolean(),
      motivo: fc.constantFrom('valor', 'ja_paguei'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      tipo: fc.constant('responder_contestacao'),
      quem,
      cliente,
      status: fc.constantFrom('em_analise', 'procedente', 'procedente', 'improcedente', 'desistencia'),
      cancela: fc.boolean(),
    }),
  },
)
export type PassoDaTratativa = typeof passoDaTratativa extends fc.Arbitrary<infer T> ? T : never

/** A dispute, from the desk or the page, that is still open when the engine next looks at its customer. */
export const disputado = fc
  .record({
    quem,
    cliente: fc.constantFrom(0, 1, 2, 3),
    naPagina: fc.boolean(),
    em: fc.integer({ min: -3, max: 0 }),
    dias: fc.constantFrom(1, 1, 2, 3),
  })
  .map((disputa) => ({ tipo: 'disputado' as const, ...disputa }))
