import { acessoRoutes } from '#server/acesso/acesso.routes.ts'
import { anotacoesRoutes } from '#server/anotacoes/anotacoes.routes.ts'
import { bloqueiosRoutes } from '#server/bloqueios/bloqueios.routes.ts'
import { clientesRoutes } from '#server/clientes/clientes.routes.ts'
import { clientesAdminRoutes } from '#server/clientes/clientes-admin.routes.ts'
import { listasRoutes } from '#server/clientes/listas.routes.ts'
import { cobrancaRoutes } from '#server/cobranca/cobranca.routes.ts'
import { codigosRoutes } from '#server/codigos/codigos.routes.ts'
import { conciliacaoRoutes } from '#server/conciliacao/conciliacao.routes.ts'
import { extratosRoutes } from '#server/conciliacao/extratos.routes.ts'
import { contasRoutes } from '#server/contas-receber/contas.routes.ts'
import { contatoLegalRoutes } from '#server/contato-legal/contato-legal.routes.ts'
import { contestacoesRoutes } from '#server/contestacoes/contestacoes.routes.ts'
import { dashboardRoutes } from '#server/dashboard/dashboard.routes.ts'
import { dossieRoutes } from '#server/dossie/dossie.routes.ts'
import { eventosRoutes } from '#server/eventos/eventos.routes.ts'
import { fichaRoutes } from '#server/ficha/ficha.routes.ts'
import { frasesRoutes } from '#server/frases/frases.routes.ts'
import { guardaRoutes } from '#server/guarda/guarda.routes.ts'
import { openapiRoutes } from '#server/http/openapi.ts'
import type { Routes } from '#server/http/tipos.ts'
import { alteracoesRoutes } from '#server/importacoes/alteracoes.routes.ts'
import { importacoesRoutes } from '#server/importacoes/importacoes.routes.ts'
import { integracaoRoutes } from '#server/integracao/integracao.routes.ts'
import { tokensRoutes } from '#server/integracao/tokens.routes.ts'
import { webhooksRoutes } from '#server/integracao/webhooks.routes.ts'
import { logsRoutes } from '#server/logs/logs.routes.ts'
import { mensagensRoutes } from '#server/mensagens/mensagens.routes.ts'
import { modelosRoutes } from '#server/modelos/modelos.routes.ts'
import { aprovacaoRoutes } from '#server/negociacoes/aprovacao.routes.ts'
import { negociacoesRoutes } from '#server/negociacoes/negociacoes.routes.ts'
import { ofertasRoutes } from '#server/ofertas/ofertas.routes.ts'
import { administradoresRoutes } from '#server/operadores/administradores.routes.ts'
import { operadoresRoutes } from '#server/operadores/operadores.routes.ts'
import { paginaRoutes } from '#server/pagina/pagina.routes.ts'
import { pastaRoutes } from '#server/pasta/pasta.routes.ts'
import { promessasRoutes } from '#server/promessas/promessas.routes.ts'
import { eventosDoPixRoutes } from '#server/recebimento/eventos.routes.ts'
import { recebimentoRoutes } from '#server/recebimento/recebimento.routes.ts'
import { webhookPixRoutes } from '#server/recebimento/webhook.routes.ts'
import { recuperacaoRoutes } from '#server/recuperacao/recuperacao.routes.ts'
import { minhaContaRoutes } from '#server/sessao/minha-conta.routes.ts'
import { sessaoRoutes } from '#server/sessao/sessao.routes.ts'
import { webhookRoutes } from '#server/whatsapp/webhook.routes.ts'
import { whatsappRoutes } from '#server/whatsapp/whatsapp.routes.ts'

/** Every slice's routes, one a line. */
export const SLICES: Routes[] = [
  sessaoRoutes,
  minhaContaRoutes,
  recuperacaoRoutes,
  acessoRoutes,
  eventosRoutes,
  openapiRoutes,
  operadoresRoutes,
  administradoresRoutes,
  modelosRoutes,
  mensagensRoutes,
  anotacoesRoutes,
  frasesRoutes,
  whatsappRoutes,
  recebimentoRoutes,
  eventosDoPixRoutes,
  webhookPixRoutes,
  codigosRoutes,
  webhookRoutes,
  cobrancaRoutes,
  contatoLegalRoutes,
  bloqueiosRoutes,
  logsRoutes,
  dashboardRoutes,
  listasRoutes,
  clientesRoutes,
  clientesAdminRoutes,
  importacoesRoutes,
  alteracoesRoutes,
  pastaRoutes,
  contasRoutes,
  conciliacaoRoutes,
  extratosRoutes,
  negociacoesRoutes,
  aprovacaoRoutes,
  ofertasRoutes,
  promessasRoutes,
  contestacoesRoutes,
  fichaRoutes,
  dossieRoutes,
  tokensRoutes,
  webhooksRoutes,
  integracaoRoutes,
  guardaRoutes,
  paginaRoutes,
]
