import { conta as contaPropria } from './acesso.ts'
import {
  aba,
  botao,
  DETALHE,
  type Estado,
  emOrdem,
  type Ids,
  marcar,
  menuDe,
  mudando,
  type Respostas,
  recusar,
  tecla,
  telas,
  texto,
} from './estado.ts'
import { importacoes } from './importacoes.ts'
import { tratativas } from './tratativas.ts'

const FRASES = ['Obrigada, {{operador}} avisa.', 'Nossa chave é {{pix}}.'].map((texto, i) => ({
  id: i + 1,
  atalho: `frase-${i}`,
  telas,
  texto,
  da_empresa: i > 0,
  updated_at: '2026-12-07T12:47:00.000Z',
  conteudo: texto,
  faltam: i > 0 ? ['pix'] : [],
}))
const CODIGOS = ['emitido', 'pago', 'substituido', 'expirado', 'cancelado'].map((situacao, i) => ({
  id: i + 1,
  tipo: 'pix_estatico',
  txid: 'ABCDEFGHIJKLMNOPQRSTUVWXY',
  copia_e_cola: '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000',
  valor: 812.5,
  contas: [{ id: 1, numero: '15001', parcela: '1/2', valor: 800, encargos: 12.5 }],
  negociacao_id: null,
  situacao,
  vale_ate: '2026-12-07',
  mensagem_id: null,
  created_at: '2026-12-07T12:47:00.000Z',
}))

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a list
export function operador({ cliente, espera, conta, csv, xml }: Ids): Estado[] {
  const mesa = `/operador/clientes?cliente=${cliente}`
  const fila = `/operador/aguardando-atendimento?cliente=${espera}`
  const meu: Respostas = [[DETALHE, mudando((um) => ({ ...um, status: 'em_atendimento' }))]]
  const contas = '/operador/contas-receber'
  return [
    ...telas('operador'),
    ...tratativas('operador', cliente),
    {
      rota: mesa,
      nome: 'janela fechada, com os modelos',
      ver: (pagina) => pagina.getByRole('radiogroup', { name: 'Modelo a enviar' }),
    },
    { rota: mesa, nome: 'tratativas', fazer: aba('Tratativas'), so: 'mesa' },
    { rota: mesa, nome: 'histórico', fazer: aba('Histórico'), so: 'mesa' },
    { rota: mesa, nome: 'dados', fazer: aba('Dados'), so: 'mesa' },
    { rota: mesa, nome: 'ações', abrir: botao('Mais ações do cliente') },
    { rota: mesa, nome: 'pausar', abrir: menuDe('Mais ações do cliente', 'Pausar cobrança') },
    { rota: mesa, nome: 'editar contato', abrir: menuDe('Mais ações do cliente', 'Editar contato') },
    { rota: mesa, nome: 'nova conta', abrir: menuDe('Mais ações do cliente', 'Nova conta') },
    { rota: `${mesa}&painel=contas`, nome: 'contas', ver: texto('Em aberto hoje, com encargos') },
    { rota: `${mesa}&painel=contas`, nome: 'pagamento', fazer: marcar, abrir: botao('Registrar pagamento') },
    {
      rota: `${mesa}&painel=contas`,
      nome: 'mais ações das contas',
      so: 'celular',
      abrir: botao('Mais ações das contas'),
    },
    { rota: `${mesa}&painel=negociar`, nome: 'negociar', ver: texto('Incluir encargos de hoje') },
    {
      rota: `${mesa}&painel=negociar`,
      nome: 'condições com erro',
      fazer: (pagina) => pagina.getByLabel('Parcelas').fill('999'),
    },
    {
      rota: `${mesa}&painel=negociar`,
      nome: 'descartar a negociação',
      fazer: (pagina) => pagina.getByLabel('Parcelas').fill('4'),
      abrir: botao('Fechar negociação'),
    },
    { rota: fila, nome: 'esperando', ver: (pagina) => pagina.getByRole('button', { name: 'Assumir atendimento' }) },
    {
      rota: fila,
      nome: 'outro assumiu antes',
      respostas: [[/\/assumir$/, recusar(409, 'Rafael Prado assumiu este cliente agora há pouco.')]],
      fazer: async (pagina) => {
        await botao('Assumir atendimento')(pagina)
        await pagina
          .getByText(/assumiu este cliente agora/)
          .first()
          .waitFor()
      },
    },
    {
      rota: fila,
      nome: 'em atendimento',
      respostas: meu,
      ver: (pagina) => pagina.getByRole('textbox', { name: /^Mensagem para/ }),
    },
    {
      rota: fila,
      nome: 'mencionando um colega',
      fazer: async (pagina) => {
        await menuDe('Mais ações do cliente', /^Anotar/)(pagina)
        await pagina.getByRole('textbox', { name: 'Anotação' }).pressSequentially('Ver com @')
        await pagina.getByRole('option').first().waitFor()
      },
    },
    {
      rota: fila,
      nome: 'chamando uma frase',
      respostas: [...meu, [/\/clientes\/\d+\/frases$/, (rota) => rota.fulfill({ json: { data: FRASES } })]],
      fazer: async (pagina) => {
        await pagina.getByRole('textbox', { name: /^Mensagem para/ }).pressSequentially('/')
        await pagina.getByRole('option').first().waitFor()
      },
    },
    { rota: fila, nome: 'enviar Pix', respostas: meu, so: 'mesa', abrir: botao('Enviar Pix') },
    {
      rota: fila,
      nome: 'enviar Pix do menu',
      respostas: meu,
      so: 'celular',
      abrir: menuDe('Textos prontos', 'Enviar Pix'),
    },
    {
      rota: fila,
      nome: 'enviar Pix recusado',
      respostas: [...meu, [/\/clientes\/\d+\/codigos$/, recusar(409, 'A empresa ainda não informou como recebe.')]],
      so: 'mesa',
      abrir: async (pagina) => {
        await botao('Enviar Pix')(pagina)
        await pagina.getByRole('dialog').getByRole('checkbox').first().check()
        await pagina.getByRole('button', { name: /^Enviar Pix de/ }).click()
        await pagina.getByText('A empresa ainda não informou como recebe.').waitFor()
      },
    },
    {
      rota: mesa,
      nome: 'códigos Pix',
      respostas: [[/\/clientes\/\d+\/dinheiro$/, mudando((um) => ({ ...um, codigos: CODIGOS }))]],
      so: 'mesa',
      fazer: emOrdem(aba('Dinheiro'), botao('Ver QR')),
    },
    { rota: fila, nome: 'textos prontos', respostas: meu, abrir: botao(/^Textos prontos|^Modelos|^Usar/) },
    {
      rota: fila,
      nome: 'pausado',
      respostas: [
        [
          DETALHE,
          mudando((um) => ({ ...um, status: 'pausado', motivo_pausa: 'Em férias', pausado_ate: '2026-12-20' })),
        ],
      ],
      ver: texto('Pausado até 20/12/2026'),
    },
    {
      rota: fila,
      nome: 'quem não aceita mensagens',
      respostas: [[DETALHE, mudando((um) => ({ ...um, aceita_mensagens: false }))]],
      ver: texto(/pediu para não receber/),
    },
    {
      rota: fila,
      nome: 'cliente que não abre',
      respostas: [[DETALHE, recusar(403, 'Este cliente não é seu.')]],
      ver: texto('Não foi possível abrir o cliente'),
    },
    {
      rota: fila,
      nome: 'cliente de outro operador',
      respostas: [[DETALHE, recusar(404, 'Cliente não encontrado.')]],
      ver: texto('Este cliente não está com você'),
    },
    { rota: '/operador/aguardando-atendimento', nome: 'motivos', so: 'mesa', abrir: botao('Filtrar por motivo') },
    { rota: contas, nome: 'filtro', so: 'mesa', abrir: botao('Atraso') },
    { rota: contas, nome: 'intervalo', so: 'mesa', abrir: botao('Vencimento') },
    { rota: contas, nome: 'filtros', so: 'celular', abrir: botao(/^Filtros/) },
    { rota: contas, nome: 'exportar', so: 'mesa', abrir: botao(/^Exportar|^Mais ações da lista/) },
    { rota: contas, nome: 'mais ações da lista', so: 'celular', abrir: botao('Mais ações da lista') },
    { rota: `${contas}?status=vencida&faixa=1_30&busca=a`, nome: 'filtros em uso' },
    { rota: contas, nome: 'nova conta', abrir: botao('Nova conta') },
    {
      rota: contas,
      nome: 'nova conta recusada',
      abrir: async (pagina) => {
        await botao('Nova conta')(pagina)
        await pagina.getByRole('dialog').getByRole('button', { name: 'Criar conta' }).click()
      },
    },
    { rota: contas, nome: 'pagamento', so: 'mesa', abrir: botao(/^Registrar pagamento de/) },
    { rota: contas, nome: 'ações da conta', so: 'mesa', abrir: botao(/^Mais ações de /) },
    { rota: `${contas}?conta=${conta}`, nome: 'uma conta', ver: texto('De onde veio') },
    { rota: `${contas}?conta=${conta}`, nome: 'editar conta', so: 'mesa', abrir: botao('Editar') },
    {
      rota: `${contas}?conta=${conta}`,
      nome: 'cancelar conta',
      so: 'mesa',
      abrir: botao('Cancelar conta'),
    },
    { rota: '/operador/clientes?recorte=todos', nome: 'de um recorte', ver: texto('Seus, em qualquer situação') },
    {
      rota: '/operador/dashboard?ver=cobrancas',
      nome: 'cobranças',
      ver: (pagina) => pagina.getByRole('dialog').getByRole('heading'),
    },
    { rota: '/operador/dashboard', nome: 'menções', abrir: botao(/^Menções/) },
    { rota: '/operador/dashboard', nome: 'teclas', so: 'mesa', abrir: tecla('?') },
    ...contaPropria('operador'),
    { rota: '/operador/preferencias', ver: texto('Suas frases') },
    { rota: '/operador/preferencias', nome: 'nova frase', abrir: botao('Nova frase') },
    ...importacoes(csv, xml),
    {
      rota: contas,
      nome: 'sem rede',
      fazer: async (pagina) => {
        await pagina.context().setOffline(true)
        await pagina.getByText(/^Sem conexão desde/).waitFor()
      },
      depois: async (pagina) => {
        await pagina.context().setOffline(false)
        await pagina.getByText(/^Sem conexão desde/).waitFor({ state: 'detached' })
      },
    },
    {
      rota: contas,
      nome: 'em manutenção',
      respostas: [[/\/api\//, (rota) => rota.fulfill({ status: 503, body: '' })]],
      ver: texto(/^Sistema em manutenção desde/),
    },
  ]
}
