import type { InjectOptions } from 'fastify'
import { fazerLinks } from '#server/links/links.actions.ts'
import { linha } from './linha.ts'
import type { World } from './world.ts'

/** A customer's page as on their phone: a link from its own message, and the cookies received. */
export async function abrirPagina(world: World, clienteId: number) {
  const { contato_id, documento } = await linha(world, 'cliente', clienteId)
  const { id } = await world.db
    .insertInto('mensagem')
    .values({
      cliente_id: clienteId,
      contato_id,
      direcao: 'enviada',
      tipo: 'texto',
      conteudo: 'Veja em [link da página]',
      status: 'enviada',
      finalidade: 'atendimento',
      envio: 'aceita',
      created_at: world.relogio.agora(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const links = await world.db.transaction().execute((trx) =>
    fazerLinks(trx, [{ mensagemId: id, clienteId, contatoId: contato_id! }], {
      origem: world.servicos.origem,
      agora: world.relogio.agora(),
    }),
  )
  return new Pagina(world, links.get(id)?.token ?? 'nenhum', documento ?? '')
}

export class Pagina {
  readonly #world: World
  readonly token: string
  readonly documento: string
  cookie = ''

  constructor(world: World, token: string, documento: string) {
    this.#world = world
    this.token = token
    this.documento = documento
  }

  /** A call of the page (such as `/inicio`), with its cookie; '' is the page itself. */
  chamar(method: InjectOptions['method'], caminho = '', payload?: object, headers: Record<string, string> = {}) {
    const cookies = this.cookie ? { cookie: this.cookie } : {}
    return this.#world.chamar(null, method, `/api/publico/c/${this.token}${caminho}`, payload, {
      ...cookies,
      ...headers,
    })
  }

  /** A form of the page itself, as a browser without scripts sends it. */
  mandar(ato: string, payload: string, headers: Record<string, string> = {}) {
    const tipo = { 'content-type': 'application/x-www-form-urlencoded' }
    const pedido = { url: `/c/${this.token}/${ato}`, payload, headers: { cookie: this.cookie, ...tipo, ...headers } }
    return this.#world.app.inject({ method: 'POST', ...pedido })
  }

  tentar = (digitos: string) => this.chamar('POST', '/entrar', { digitos })

  async entrar(): Promise<this> {
    const resposta = await this.tentar(this.documento.slice(0, this.documento.length === 11 ? 3 : 4))
    const [dado = ''] = [resposta.headers['set-cookie'] ?? []].flat()
    this.cookie = dado.split(';')[0]!
    return this
  }
}

/** A customer with these accounts, and their page. */
export async function cenario(world: World, campos: object = {}, contas?: object[]) {
  const criado = await world.criarCliente(campos, contas)
  return { ...criado, pagina: await abrirPagina(world, criado.id) }
}

/** The data of a customer that acts on the page could change, and mostly must not. */
export const cliente = (world: World, id: number) =>
  world.db
    .selectFrom('cliente')
    .select(['status', 'operador_id', 'aguardando_motivo', 'nao_lidas', 'numero_chamadas'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** The conversation lines that acts on the page leave, oldest first. */
export const linhasDaPagina = (world: World, clienteId: number) =>
  world.db
    .selectFrom('mensagem')
    .select(['conteudo', 'nao_lida', 'direcao'])
    .where('cliente_id', '=', clienteId)
    .where('tipo', '=', 'pagina')
    .orderBy('id')
    .execute()
