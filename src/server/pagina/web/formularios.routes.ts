import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contrato from '#contract/pagina.ts'
import { NaoEncontrado } from '#domain/erros.ts'
import { lerDia } from '#domain/escrita.ts'
import { exigirRecebedor, terminarCodigo } from '#server/codigos/emitir.actions.ts'
import { empresaDaPagina } from '#server/configuracao/empresa.queries.ts'
import { type Anexo, receberAnexo } from '#server/contestacoes/arquivo.ts'
import type { Trx } from '#server/db/schema.ts'
import { umaVez } from '#server/http/idempotencia.ts'
import { lerCampos } from '#server/http/recepcao.ts'
import { terminarAceite } from '#server/ofertas/aceite.actions.ts'
import { lerOfertas } from '#server/ofertas/ofertas.queries.ts'
import type { Servicos } from '#server/servicos.ts'
import { PedidosDemais } from '#server/sessao/limites-publicos.ts'
import {
  aceitarPelaPagina,
  contestarPelaPagina,
  type DaPagina,
  pararPelaPagina,
  pedirCodigo,
  pedirPessoa,
  prometerPelaPagina,
} from '../atos.actions.ts'
import { paraOCliente } from '../palavras.ts'
import { OPCOES, type Publico, type Rotas, semResposta } from '../publico.ts'
import { type Campos, camposDe, conferir, contasDe, umSo } from './formulario.ts'
import { baseDe, enviar } from './mostrar.ts'
import { telaDaOferta } from './ofertas.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The fields of a form with a file, kept for the page that reports its errors. */
    formulario?: Campos
  }
}

const FRASES = { ate: 'Escolha o dia, por exemplo 31/12/2026.', motivo: 'Escolha o motivo.' }

/** Each form of the page: done, and back to the page, which says so. */
export function rotasDosFormularios(app: Rotas, publico: Publico) {
  const { servicos, naSuaVez } = publico
  const forma = (ato: string, acao: (trx: Trx, quem: DaPagina, campos: Campos) => Promise<unknown>) =>
    app.post(`/c/:token/${ato}`, OPCOES, (request, reply) =>
      naSuaVez(async () => {
        const quem = await publico.dentro(request)
        const campos = camposDe(request)
        await fazerUmaVez(servicos, request, campos, (trx) => acao(trx, quem, campos))
        return voltar(request, reply, ato)
      }),
    )

  forma('promessas', (trx, quem, campos) => {
    // Phones too old for a date field send what was typed.
    const escrito = umSo(campos, 'ate')
    const dito = { contas: contasDe(campos), ate: lerDia(escrito) ?? escrito }
    return prometerPelaPagina(trx, quem, conferir(contrato.prometerNaPagina.schema.body, dito, FRASES))
  })
  forma('falar', (trx, quem, campos) => {
    const { texto } = conferir(contrato.falarNaPagina.schema.body, { texto: umSo(campos, 'texto') }) ?? {}
    return pedirPessoa(trx, quem, texto || undefined)
  })
  forma('parar', pararPelaPagina)

  app.post('/c/:token/codigos', OPCOES, async (request, reply) => {
    const codigo = await naSuaVez(async () => {
      const quem = await publico.dentro(request)
      const meios = await paraOCliente(() => exigirRecebedor(servicos.pix))
      const { contas } = conferir(contrato.codigoNaPagina.schema.body, { contas: contasDe(camposDe(request)) })
      return umaVez(servicos, request, (trx) => pedirCodigo(trx, quem, contas, meios), undefined, undefined)
    })
    await terminarCodigo(servicos, codigo) // waits for the PSP outside the queue of public work
    return voltar(request, reply, 'codigos', '#pix')
  })

  rotaDaContestacao(app, publico)
  rotasDasOfertas(app, publico)
}

/** An offer is read whole before it is taken. */
function rotasDasOfertas(app: Rotas, publico: Publico) {
  const { servicos, naSuaVez } = publico
  app.get('/c/:token/ofertas/:id', OPCOES, (request, reply) =>
    naSuaVez(async () => {
      const { link, agora } = await publico.dentro(request)
      const qual = Number((request.params as { id: string }).id)
      const oferta = (await lerOfertas(servicos.db, link.clienteId, agora)).find(({ id }) => id === qual)
      if (!oferta) return reply.redirect(`${baseDe(request)}?feito=mudou#ofertas`, 303)
      const empresa = await empresaDaPagina(servicos.db)
      return enviar(reply, empresa.nome, telaDaOferta(empresa, oferta, baseDe(request), randomUUID()))
    }),
  )
  app.post('/c/:token/ofertas/:id/aceitar', OPCOES, async (request, reply) => {
    const iniciado = await naSuaVez(async () => {
      const quem = await publico.dentro(request)
      const meios = await paraOCliente(() => exigirRecebedor(servicos.pix))
      const qual = Number((request.params as { id: string }).id)
      const chave = umSo(camposDe(request), 'chave').slice(0, 100) || undefined
      const aceitar = (trx: Trx) => aceitarPelaPagina(trx, quem, qual, meios)
      return umaVez(servicos, request, aceitar, null, chave)
    })
    await terminarAceite(servicos, iniciado)
    return voltar(request, reply, 'ofertas', '#pix')
  })
}

/** The one with a file, which is kept only when a dispute took it. A phone sends it slowly: nobody else waits for that. */
function rotaDaContestacao(app: Rotas, publico: Publico) {
  const { servicos, naSuaVez } = publico
  app.post('/c/:token/contestacoes', OPCOES, async (request, reply) => {
    const quem = await naSuaVez(() => publico.dentro(request)).catch((erro) => lerSoOsCampos(request, erro))
    const anexo = await lerAnexo(request, servicos)
    const campos = request.formulario ?? {}
    let usado = false
    try {
      const dito = { contas: contasDe(campos), motivo: umSo(campos, 'motivo'), texto: umSo(campos, 'texto') }
      const pedido = conferir(contrato.contestarNaPagina.schema.body, dito, FRASES)
      const chegou = { ...quem, agora: servicos.relogio.agora() }
      const abrir = async (trx: Trx) => {
        await contestarPelaPagina(trx, chegou, pedido, anexo?.midia ?? null)
        usado = true
      }
      await naSuaVez(() => fazerUmaVez(servicos, request, { ...campos, arquivo: anexo?.resumo ?? '' }, abrir))
    } finally {
      if (anexo && !usado) await servicos.armazem.apagar(anexo.midia.arquivo)
    }
    return voltar(request, reply, 'contestacoes')
  })
}

/** No file is accepted before the digits were entered; what was typed beside it is kept for whoever enters now. */
async function lerSoOsCampos(request: FastifyRequest, erro: unknown): Promise<never> {
  if (request.isMultipart() && !(erro instanceof NaoEncontrado || erro instanceof PedidosDemais))
    request.formulario = await lerCampos(request)
  throw erro
}

async function lerAnexo(request: FastifyRequest, servicos: Servicos): Promise<Anexo | null> {
  if (!request.isMultipart()) {
    request.formulario = camposDe(request)
    return null
  }
  const { anexo } = await receberAnexo(request, servicos, (campos) => {
    request.formulario = campos
  })
  return anexo
}

/** To the top, which says what was done: without a place of its own the address keeps the form's. */
const voltar = (request: FastifyRequest, reply: FastifyReply, ato: string, lugar = '#top') =>
  reply.redirect(`${baseDe(request)}?feito=${ato}${lugar}`, 303)

/** By the key that came with the form: sent twice, it is done once. */
const fazerUmaVez = (
  servicos: Servicos,
  request: FastifyRequest,
  campos: Campos,
  acao: (trx: Trx) => Promise<unknown>,
) => umaVez(servicos, request, semResposta(acao), semChave(campos), umSo(campos, 'chave').slice(0, 100) || undefined)

const semChave = ({ chave: _, ...campos }: Campos): Campos => campos
