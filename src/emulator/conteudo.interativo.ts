import { z } from 'zod'
import { ARQUIVOS, deArquivo, umSo } from './conteudo.arquivos.ts'
import type { MensagemEmulada } from './mundo.ts'
import { lerCorpo } from './pedido.ts'

const unicos = (textos: string[]) => new Set(textos).size === textos.length
const Botoes = z
  .array(
    z.strictObject({
      type: z.literal('reply'),
      reply: z.strictObject({
        id: z
          .string()
          .min(1)
          .max(256)
          .refine((id) => id.trim() === id),
        title: z.string().min(1).max(20),
      }),
    }),
  )
  .min(1)
  .max(3)
  .refine((botoes) => unicos(botoes.map(({ reply }) => reply.id)) && unicos(botoes.map(({ reply }) => reply.title)))
const Secoes = z
  .array(
    z.strictObject({
      title: z.string().max(24).optional(),
      rows: z
        .array(
          z.strictObject({
            id: z.string().min(1).max(200),
            title: z.string().min(1).max(24),
            description: z.string().max(72).optional(),
          }),
        )
        .min(1),
    }),
  )
  .min(1)
  .max(10)
  .refine((secoes) => secoes.flatMap(({ rows }) => rows).length <= 10)
  .refine((secoes) => secoes.length === 1 || secoes.every(({ title }) => title))
const Rotulo = z.strictObject({ type: z.literal('text'), text: z.string().min(1).max(60) })
const Cabecalho = z.union([
  Rotulo,
  z.strictObject({ type: z.literal('image'), image: z.strictObject(deArquivo).refine(umSo) }),
  z.strictObject({ type: z.literal('video'), video: z.strictObject(deArquivo).refine(umSo) }),
  z.strictObject({ type: z.literal('document'), document: ARQUIVOS.document }),
])
const interativo = {
  body: z.strictObject({ text: z.string().min(1).max(1024) }),
  footer: z.strictObject({ text: z.string().max(60) }).optional(),
}
const InterativoComBotoes = z.strictObject({
  ...interativo,
  type: z.literal('button'),
  header: Cabecalho.optional(),
  action: z.strictObject({ buttons: Botoes }),
})
const InterativoComLista = z.strictObject({
  ...interativo,
  type: z.literal('list'),
  header: Rotulo.optional(),
  action: z.strictObject({ button: z.string().min(1).max(20), sections: Secoes }),
})
const nada = z.strictObject({}).optional()
/** A button that opens an address in the browser. */
const InterativoComLink = z.strictObject({
  ...interativo,
  type: z.literal('cta_url'),
  header: Cabecalho.optional(),
  action: z.strictObject({
    name: z.literal('cta_url'),
    parameters: z.strictObject({ display_text: z.string().min(1).max(20), url: z.url({ protocol: /^https?$/ }) }),
  }),
})
/** Asks the customer where they are, or for their phone when they hide it. */
const InterativoQuePede = z.union([
  z.strictObject({
    type: z.literal('location_request_message'),
    body: interativo.body,
    action: z.strictObject({ name: z.literal('send_location'), parameters: nada }),
  }),
  z.strictObject({
    type: z.literal('request_contact_info'),
    body: interativo.body,
    action: z.strictObject({ name: z.literal('request_contact_info'), parameters: nada }),
  }),
])

/** Built once: making a schema costs more than using it. */
const CORPO = {
  button: z.object({ interactive: InterativoComBotoes }),
  list: z.object({ interactive: InterativoComLista }),
  cta_url: z.object({ interactive: InterativoComLink }),
  location_request_message: z.object({ interactive: InterativoQuePede }),
  request_contact_info: z.object({ interactive: InterativoQuePede }),
}
const Especie = z.object({
  interactive: z.looseObject({ type: z.enum(Object.keys(CORPO) as (keyof typeof CORPO)[]) }),
})

/** What shows on the phone of a message that asks for something: a tap, a choice, a place. */
export function lerInterativo(pedido: unknown): Pick<MensagemEmulada, 'texto' | 'botoes' | 'acoes' | 'pede'> {
  const { type } = lerCorpo(Especie, pedido).interactive
  const { interactive } = lerCorpo(CORPO[type], pedido)
  const mostrado = { texto: interactive.body.text, botoes: [] }
  switch (interactive.type) {
    case 'button':
      return {
        ...mostrado,
        botoes: interactive.action.buttons.map(({ reply }) => ({ texto: reply.title, id: reply.id })),
      }
    case 'list':
      return {
        ...mostrado,
        botoes: interactive.action.sections
          .flatMap(({ rows }) => rows)
          .map(({ id, title, description = '' }) => ({ texto: title, id, linha: description })),
      }
    case 'cta_url': {
      const { display_text, url } = interactive.action.parameters
      return { ...mostrado, acoes: [{ tipo: 'link', texto: display_text, valor: url }] }
    }
    case 'location_request_message':
      return { ...mostrado, pede: 'lugar' }
    case 'request_contact_info':
      return { ...mostrado, pede: 'contato' }
  }
}
