import { pedidoDe } from '#domain/link.ts'
import { lerEmpresa } from '#server/configuracao/configuracao.queries.ts'
import { empresaDaPagina } from '#server/configuracao/empresa.queries.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { negarPelaPagina } from '../atos.actions.ts'
import { entrar } from '../porta.actions.ts'
import { OPCOES, type Publico, type Rotas, tokenDe } from '../publico.ts'
import { recado, telaVerificar } from './empresa.ts'
import { telaDeEntrada, telaNaoSouEu } from './entrada.ts'
import { camposDe, devolver, lerFormularios, umSo } from './formulario.ts'
import { rotasDosFormularios } from './formularios.routes.ts'
import { baseDe, enviar, mostrar, recusar } from './mostrar.ts'

/** The page itself: HTML that is whole without a script, whose forms are its only means. */
export function rotasDaWeb(app: Rotas, publico: Publico) {
  const { servicos, naSuaVez } = publico
  lerFormularios(app)
  app.decorateRequest('formulario')
  app.setErrorHandler((erro: Error, request, reply) => recusar(publico, request, reply, erro))
  app.get('/verificar', OPCOES, (_, reply) =>
    naSuaVez(async () => {
      const empresa = await empresaDaPagina(servicos.db)
      const { recebedor } = await lerEmpresa(servicos.db)
      return enviar(reply, 'Quem escreve para você', telaVerificar(empresa, recebedor?.nome ?? empresa.nome))
    }),
  )
  app.get('/c/:token', OPCOES, (request, reply) =>
    naSuaVez(async () => {
      const link = await publico.link(request)
      if (publico.entrou(request, link)) return mostrar(publico, request, reply, { link })
      const empresa = await empresaDaPagina(servicos.db)
      const tela = telaDeEntrada({ empresa, pede: pedidoDe(link.documento), base: baseDe(request) })
      return enviar(reply, empresa.nome, tela)
    }),
  )
  // After a refused form the browser keeps the form's URL, and a phone may reload it later.
  app.get('/c/:token/*', OPCOES, (request, reply) =>
    naSuaVez(async () => {
      await publico.link(request)
      return reply.redirect(baseDe(request), 303)
    }),
  )
  rotaDeEntrar(app, publico)
  rotasDeNegar(app, publico)
  rotasDosFormularios(app, publico)
}

function rotaDeEntrar(app: Rotas, publico: Publico) {
  const { servicos, naSuaVez, sessoes } = publico
  app.post('/c/:token/entrar', OPCOES, (request, reply) =>
    naSuaVez(async () => {
      const link = await publico.link(request)
      const agora = servicos.relogio.agora()
      const campos = camposDe(request)
      await entrar(servicos.db, link, umSo(campos, 'digitos'), { agora, ip: request.ip })
      reply.header('set-cookie', sessoes.abrir(tokenDe(request), link.id, agora))
      const volta = devolver(campos)
      return volta
        ? mostrar(publico, request, reply, { link, tentativa: volta })
        : reply.redirect(`${baseDe(request)}?feito=entrou`, 303)
    }),
  )
}

function rotasDeNegar(app: Rotas, publico: Publico) {
  const { servicos, naSuaVez } = publico
  app.get('/c/:token/nao-sou-eu', OPCOES, (request, reply) =>
    naSuaVez(async () => {
      await publico.link(request)
      const empresa = await empresaDaPagina(servicos.db)
      return enviar(reply, empresa.nome, telaNaoSouEu(empresa, baseDe(request)))
    }),
  )
  app.post('/c/:token/nao-sou-eu', OPCOES, (request, reply) =>
    naSuaVez(async () => {
      const link = await publico.link(request)
      const quem = { link, agora: servicos.relogio.agora(), ip: request.ip }
      if (umSo(camposDe(request), 'confirmo') !== 'true') return reply.redirect(`${baseDe(request)}/nao-sou-eu`, 303)
      await emTransacao(servicos.db, (trx) => negarPelaPagina(trx, quem))
      const empresa = await empresaDaPagina(servicos.db)
      const frases = [
        `A ${empresa.nome} não vai mais escrever para este número em nome daquela pessoa. Desculpe o engano.`,
      ]
      return enviar(reply, empresa.nome, recado(empresa, 'Obrigado por avisar', frases))
    }),
  )
}
