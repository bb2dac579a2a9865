import type { z } from 'zod'

/** Only types cross: no schema of the contract, nor zod, reaches the browser. */
type Modulos =
  | typeof import('#contract/acesso.ts')
  | typeof import('#contract/administradores.ts')
  | typeof import('#contract/alteracoes.ts')
  | typeof import('#contract/anotacoes.ts')
  | typeof import('#contract/bloqueios.ts')
  | typeof import('#contract/clientes-admin.ts')
  | typeof import('#contract/clientes.ts')
  | typeof import('#contract/cobranca.ts')
  | typeof import('#contract/codigos.ts')
  | typeof import('#contract/conciliacao.ts')
  | typeof import('#contract/contato-legal.ts')
  | typeof import('#contract/contas-receber.ts')
  | typeof import('#contract/dashboard.ts')
  | typeof import('#contract/dinheiro.ts')
  | typeof import('#contract/eventos-pix.ts')
  | typeof import('#contract/eventos-whatsapp.ts')
  | typeof import('#contract/extratos.ts')
  | typeof import('#contract/fechamento.ts')
  | typeof import('#contract/ficha.ts')
  | typeof import('#contract/frases.ts')
  | typeof import('#contract/guarda.ts')
  | typeof import('#contract/importacoes.ts')
  | typeof import('#contract/integracoes.ts')
  | typeof import('#contract/listas-de-clientes.ts')
  | typeof import('#contract/logs.ts')
  | typeof import('#contract/mensagens.ts')
  | typeof import('#contract/modelos.ts')
  | typeof import('#contract/negociacoes.ts')
  | typeof import('#contract/ofertas.ts')
  | typeof import('#contract/pagamentos.ts')
  | typeof import('#contract/pasta-vigiada.ts')
  | typeof import('#contract/politica.ts')
  | typeof import('#contract/contestacoes.ts')
  | typeof import('#contract/promessas.ts')
  | typeof import('#contract/operadores.ts')
  | typeof import('#contract/recebimento.ts')
  | typeof import('#contract/recuperacao.ts')
  | typeof import('#contract/segundo-fator.ts')
  | typeof import('#contract/saude.ts')
  | typeof import('#contract/sessao.ts')
  | typeof import('#contract/whatsapp.ts')

type Rota = { method: string; url: string; schema: object }
type RotasDe<M> = M extends unknown ? Extract<M[keyof M], Rota> : never
type Todas = RotasDe<Modulos>

type Nome<R> = R extends Rota ? `${R['method']} ${R['url']}` : never
/** Every call there is, by its method and address: `GET /api/operador/clientes/:id`. */
export type Chamada = Nome<Todas>
type RotaDe<C extends Chamada> = Todas extends infer R
  ? R extends Rota
    ? C extends Nome<R>
      ? R
      : never
    : never
  : never

type Entra<S> = S extends z.ZodType ? z.input<S> : never
type Parte<R extends Rota, K extends string> = R['schema'] extends { [P in K]: infer S } ? Entra<S> : never

/** A path's parameters travel as text, whatever the schema coerces them to. */
type Caminho<R extends Rota> = R['url'] extends `${string}/:${string}` ? { params: Nomes<R['url']> } : unknown
type Nomes<U extends string> = U extends `${string}/:${infer P}/${infer Resto}`
  ? { [K in P]: number | string } & Nomes<`/${Resto}`>
  : U extends `${string}/:${infer P}`
    ? { [K in P]: number | string }
    : unknown
type Consulta<R extends Rota> = R['schema'] extends { querystring: unknown }
  ? { query?: Solto<Parte<R, 'querystring'>> | undefined }
  : unknown
/** What zod coerces has `unknown` as input: in an address it is a number or a text. */
type Solto<Q> = { [K in keyof Q]?: (unknown extends Q[K] ? string | number : Q[K] | number) | undefined }
/** As JSON, as a form, or as either where the form's file may be left out. */
type Corpo<R extends Rota> = R['schema'] extends { body: unknown; formulario: unknown }
  ? { body: Parte<R, 'body'> } | { form: FormData }
  : R['schema'] extends { body: unknown }
    ? { body: Parte<R, 'body'> }
    : R['schema'] extends { formulario: unknown }
      ? { form: FormData }
      : unknown

export type Entrada<C extends Chamada> = Caminho<RotaDe<C>> & Consulta<RotaDe<C>> & Corpo<RotaDe<C>>

type Respostas<R extends Rota> = R['schema'] extends { response: infer Res }
  ? Res[keyof Res] extends infer S
    ? S extends z.ZodType
      ? z.output<S>
      : never
    : never
  : undefined
export type Resposta<C extends Chamada> = Respostas<RotaDe<C>>
