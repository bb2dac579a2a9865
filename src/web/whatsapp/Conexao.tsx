import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ConexaoWhatsapp, MovimentoWhatsapp } from '#contract/whatsapp.ts'
import { callApi } from '#web/api/callApi.ts'
import { fraseDe } from '#web/api/erro.ts'
import { useAgora } from '#web/api/useAgora.ts'
import type { Tom } from '#web/cores.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { avisar } from '#web/ui/avisos.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { diaEHora, numero, plural, quando } from '#web/ui/formatos.ts'
import { CheckCircle } from '#web/ui/icons/CheckCircle.tsx'
import { CheckOutlined } from '#web/ui/icons/CheckOutlined.tsx'
import { CloudOff } from '#web/ui/icons/CloudOff.tsx'
import { ErrorFilled as ErrorIcon } from '#web/ui/icons/ErrorFilled.tsx'
import { RefreshOutlined } from '#web/ui/icons/RefreshOutlined.tsx'
import { SettingsOutlined } from '#web/ui/icons/SettingsOutlined.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Page } from '#web/ui/Page.tsx'
import { aoDia, ha, limiteDe, limiteEmPalavras, provedorEmPalavras, QUALIDADES, semConta } from './emPalavras.ts'
import { Barra, Movimento } from './Movimento.tsx'
import { conexaoQuery, movimentoQuery, preparoQuery } from './whatsapp.queries.ts'
import './whatsapp.css'

const AvisosDialog = onDemand(() => import('./AvisosDialog.tsx'), 'AvisosDialog')
const Retencao = onDemand(() => import('./Retencao.tsx'), 'Retencao')
const SegredoDialog = onDemand(() => import('./SegredoDialog.tsx'), 'SegredoDialog')

interface Props {
  conexao: ConexaoWhatsapp
  aoLigar: () => void
}

/** State first, in a word and a sentence; then what Meta says of the account; at the right what moves. */
export function Conexao({ conexao, aoLigar }: Props) {
  return (
    <Page>
      <Estado conexao={conexao} aoLigar={aoLigar} />
      {conexao.erro?.codigo === RETIDO && <Retencao />}
      <div className="conexao-grade grid gap-16">
        <div className="grid gap-16 shrink">
          <Conta conexao={conexao} />
          <Credenciais conexao={conexao} />
        </div>
        <Movimento />
      </div>
    </Page>
  )
}

const ESTADOS: Record<ConexaoWhatsapp['estado'], { rotulo: string; tom: Tom; icone: typeof CheckCircle }> = {
  conectado: { rotulo: 'Conectado', tom: 'success', icone: CheckCircle },
  desconectado: { rotulo: 'Desconectado', tom: 'error', icone: CloudOff },
  nao_configurado: { rotulo: 'Não configurado', tom: 'warning', icone: SettingsOutlined },
  erro: { rotulo: 'Parado por um problema da conta', tom: 'error', icone: ErrorIcon },
}

/** What goes out goes on going out; what becomes of it nobody hears. */
const SEM_STATUS = 'sem_status'
const RETIDO = 'envio_retido'

/** What is wrong with the sending and not with the account has a name of its own. */
const DO_ENVIO: Record<string, string> = {
  [RETIDO]: 'Envio retido: banco de dados restaurado',
  sem_resposta: 'Sem resposta do WhatsApp',
  recusa: 'A Meta recusa os envios',
  fila_parada: 'A fila de envio não anda',
  [SEM_STATUS]: 'Sem notícia das mensagens',
}

function Estado({ conexao, aoLigar }: Props) {
  const cache = useQueryClient()
  const agora = useAgora()
  const { tom, icone: Icone, ...estado } = ESTADOS[conexao.estado]
  const rotulo = DO_ENVIO[conexao.erro?.codigo ?? ''] ?? estado.rotulo
  const verificar = useMutation({
    mutationFn: () => callApi('POST /api/admin/configuracoes/whatsapp/verificar', {}),
    onSuccess: (nova) => {
      cache.setQueryData(conexaoQuery.queryKey, nova)
      avisar(nova.conectado ? 'A Meta respondeu: está tudo certo.' : 'A Meta respondeu, e ainda há o que resolver.')
    },
    onError: (erro) => avisar(fraseDe(erro)),
  })
  return (
    <section className="cartao conexao-estado grid gap-16" aria-label="Situação da conexão">
      <div className="row wrap gap-16">
        <div className="conexao-sinal grid rigid" data-tom={tom} aria-hidden>
          <Icone size={28} />
        </div>
        <div className="conexao-frase" role="status">
          <h2 className="titulo-grande">{rotulo}</h2>
          <p className="cinza">{fraseDoEstado(conexao, agora)}</p>
        </div>
        <div className="flex wrap gap-12 push">
          <Button variant="outlined" onClick={aoLigar}>
            {semConta(conexao) ? 'Ligar o WhatsApp da empresa' : 'Trocar de conta'}
          </Button>
          <Button
            variant="contained"
            startIcon={<RefreshOutlined />}
            loading={verificar.isPending}
            onClick={() => verificar.mutate()}
          >
            Verificar agora
          </Button>
        </div>
      </div>
      {conexao.erro && conexao.estado !== 'nao_configurado' && (
        <Alert tom="error">
          {conexao.erro.mensagem} (código {conexao.erro.codigo})
        </Alert>
      )}
    </section>
  )
}

function fraseDoEstado(
  { estado, erro, desde, webhook_recebido_em, verificado_em }: ConexaoWhatsapp,
  agora: Date,
): string {
  if (estado === 'nao_configurado') return erro?.mensagem ?? 'Informe a conta da Meta para começar a enviar.'
  const conferido = verificado_em ? ` Conferido com a Meta ${aoDia(verificado_em, agora)}.` : ''
  if (estado === 'conectado') {
    const chegou = webhook_recebido_em
      ? `O último aviso da Meta chegou ${ha(webhook_recebido_em, agora)}.`
      : 'As mensagens saem; nenhum aviso da Meta chegou ainda.'
    return chegou + conferido
  }
  if (erro?.codigo === SEM_STATUS) {
    const ultimo = webhook_recebido_em ? ` O último aviso da Meta chegou ${ha(webhook_recebido_em, agora)}.` : ''
    return `As mensagens saem, e a Meta não avisa o que acontece com elas.${ultimo}${conferido}`
  }
  if (erro?.codigo === RETIDO && desde)
    return `Desde ${quando(desde, agora)}. Nada sai até alguém conferir o que está na fila e decidir.`
  if (erro && erro.codigo in DO_ENVIO && desde)
    return `Desde ${quando(desde, agora)}. Volta sozinho quando passar.${conferido}`
  if (estado === 'erro')
    return `O envio parou e o que está na fila espera. Resolva e verifique: o que ainda vale hoje sai em seguida.${conferido}`
  return `Nada sai até a conexão voltar, e o que está na fila espera.${conferido}`
}

function Conta({ conexao }: { conexao: ConexaoWhatsapp }) {
  const agora = useAgora()
  const { data: movimento } = useQuery(movimentoQuery)
  const qualidade = QUALIDADES[conexao.qualidade ?? '']
  const limite = limiteDe(conexao.limite_mensagens)
  return (
    <section className="cartao conexao-quadro" aria-label="Conta">
      <h2 className="conexao-titulo">Conta</h2>
      <dl>
        <Linha nome="Número" valor={conexao.numero ?? '—'}>
          {conexao.nome_verificado && `Nome verificado: ${conexao.nome_verificado}`}
        </Linha>
        <Linha nome="Provedor" valor={provedorEmPalavras(conexao)}>
          {conexao.provedor === 'emulador' && (
            <>
              Nada sai para clientes de verdade.{' '}
              <a className="ligacao" href="/emulador" target="_blank" rel="noreferrer">
                Abrir o emulador
              </a>{' '}
              para ler e responder como cliente.
            </>
          )}
        </Linha>
        <Linha
          nome="Qualidade"
          valor={
            qualidade ? (
              <div className="row wrap gap-8">
                <Chip tom={qualidade.tom} icone={qualidade.tom === 'success' ? CheckOutlined : ErrorIcon}>
                  {qualidade.rotulo}
                </Chip>
                <span className="conexao-resto">{qualidade.frase}</span>
              </div>
            ) : (
              'A Meta ainda não avaliou'
            )
          }
        />
        <Linha
          nome="Limite de conversas"
          valor={
            limite !== null && movimento ? (
              <>
                {numero(movimento.pessoas_alcancadas)} de {numero(limite)}{' '}
                <span className="conexao-resto">pessoas diferentes em 24 h</span>
              </>
            ) : (
              limiteEmPalavras(conexao.limite_mensagens)
            )
          }
        >
          {limite !== null && movimento && (
            <span className="conexao-alcance">
              <Barra
                parte={movimento.pessoas_alcancadas / limite}
                tom={movimento.pessoas_alcancadas > limite * 0.9 ? 'warning' : 'neutral'}
              />
            </span>
          )}
        </Linha>
        <Linha nome="Ritmo" valor={`Até ${plural(conexao.vazao.por_segundo, 'mensagem', 'mensagens')} por segundo`}>
          {fraseDoRitmo(conexao)}
        </Linha>
        <Aquecimento conexao={conexao} />
        <Linha
          nome="Webhook"
          valor={
            conexao.webhook_recebido_em
              ? `Recebido ${aoDia(conexao.webhook_recebido_em, agora)}`
              : 'Nada recebido ainda'
          }
        >
          {conexao.webhook_url}
          <Recusados recusados={movimento?.webhooks_recusados} />
          <div>
            <Button
              className="rente"
              size="small"
              onClick={() => void abrir((fechar) => <AvisosDialog aoFechar={() => fechar(undefined)} />)}
            >
              Ver os avisos da Meta
            </Button>
          </div>
        </Linha>
        <Linha nome="Identificação" valor={`Número ${conexao.phone_number_id ?? '—'}`}>
          Conta {conexao.business_account_id ?? '—'}
        </Linha>
      </dl>
    </section>
  )
}

/** What holds the pace: this server, Meta, or the number's quality. */
function fraseDoRitmo({ vazao: { nivel, maximo }, qualidade }: ConexaoWhatsapp): string {
  const daMeta = nivel === 'STANDARD' ? 80 : nivel === 'HIGH' ? 1000 : null
  const deQuem =
    daMeta !== null && daMeta < maximo
      ? `A Meta aceita ${numero(daMeta)} deste número, e o servidor enviaria até ${numero(maximo)}.`
      : `É o máximo deste servidor${daMeta === null ? '' : `; a Meta aceita ${numero(daMeta)} deste número`}.`
  const parte = qualidade === 'RED' ? 'A um quarto' : qualidade === 'YELLOW' ? 'Pela metade' : null
  return parte ? `${parte}, com o limite de conversas, até a qualidade voltar. ${deQuem}` : deQuem
}

/** A new number is held back by itself for two weeks, so that Meta comes to trust it. */
function Aquecimento({ conexao: { aquecimento } }: Pick<Props, 'conexao'>) {
  const cache = useQueryClient()
  const mudar = useMutation({
    mutationFn: (aquecer: boolean) => callApi('PUT /api/admin/configuracoes/whatsapp', { body: { aquecer } }),
    onSuccess: (nova) => {
      cache.setQueryData(conexaoQuery.queryKey, nova)
      avisar(
        nova.aquecimento
          ? `Aquecimento ligado: hoje o número escreve primeiro a até ${numero(nova.aquecimento.limite)} pessoas.`
          : 'Aquecimento desligado: vale só o limite da Meta.',
      )
    },
    onError: (erro) => avisar(fraseDe(erro)),
    onSettled: () => cache.invalidateQueries({ queryKey: movimentoQuery.queryKey }),
  })
  return (
    <Linha
      nome="Aquecimento"
      valor={
        aquecimento
          ? `Dia ${aquecimento.dia} de 14: até ${numero(aquecimento.limite)} pessoas em 24 h`
          : 'Desligado: o número já está em uso'
      }
    >
      {aquecimento
        ? 'O limite dobra a cada dia. Quem não couber hoje espera por amanhã, e quem espera há mais tempo vai antes.'
        : 'Para um número novo: nas primeiras duas semanas ele começa com 50 pessoas por dia e dobra a cada dia, para a Meta não o tomar por spam.'}
      <div>
        <Button
          className="rente"
          size="small"
          loading={mudar.isPending}
          onClick={() => mudar.mutate(aquecimento === null)}
        >
          {aquecimento ? 'Parar de aquecer' : 'Aquecer este número'}
        </Button>
      </div>
    </Linha>
  )
}

/** Knocks at the webhook's door of which nothing was stored. */
function Recusados({ recusados }: { recusados: MovimentoWhatsapp['webhooks_recusados'] | undefined }) {
  if (!recusados) return null
  const { assinatura, ilegivel, antigo } = recusados
  const total = assinatura + ilegivel + antigo
  const partes = [
    assinatura > 0 && `${numero(assinatura)} sem a assinatura da Meta`,
    ilegivel > 0 && plural(ilegivel, 'ilegível', 'ilegíveis'),
    antigo > 0 && plural(antigo, 'velho demais', 'velhos demais'),
  ].filter(Boolean)
  return (
    <div className={total > 0 ? 'conexao-recusados' : ''}>
      {total === 0
        ? 'Nenhum aviso recusado nas últimas 24 h.'
        : `${plural(total, 'aviso recusado', 'avisos recusados')} nas últimas 24 h: ${partes.join(', ')}. Nada deles foi guardado.`}
    </div>
  )
}

function Linha({ nome, valor, children }: { nome: string; valor: ReactNode; children?: ReactNode }) {
  return (
    <div className="conexao-dado">
      <dt className="cinza">{nome}</dt>
      <dd className="shrink quebra forte">
        {valor}
        {children && <div className="conexao-explica menor cinza">{children}</div>}
      </dd>
    </div>
  )
}

const SEGREDOS = {
  token: 'Token de acesso',
  app_secret: 'Segredo do aplicativo',
  verify_token: 'Token de verificação',
} as const

function Credenciais({ conexao }: { conexao: ConexaoWhatsapp }) {
  const { data } = useQuery(preparoQuery)
  return (
    <section className="cartao conexao-quadro" aria-label="Credenciais">
      <div className="conexao-topo flex wrap">
        <h2 className="titulo">Credenciais</h2>
        <div className="conexao-a-direita push cinza">só se gravam; ninguém as lê de volta</div>
      </div>
      <dl>
        {Object.entries(SEGREDOS).map(([campo, nome]) => {
          const segredo = data?.segredos[campo as keyof typeof SEGREDOS]
          return (
            <Linha
              key={campo}
              nome={nome}
              valor={!segredo ? ' ' : segredo.gravado ? `•••••••••••• ${desde(conexao, segredo.em)}` : 'falta gravar'}
            >
              {conexao.provedor === 'cloud_api' && (
                <Button
                  className="rente"
                  size="small"
                  aria-label={`${segredo?.gravado === false ? 'Gravar' : 'Trocar'}: ${nome}`}
                  onClick={() =>
                    void abrir((fechar) => (
                      <SegredoDialog campo={campo as keyof typeof SEGREDOS} nome={nome} aoFechar={fechar} />
                    ))
                  }
                >
                  {segredo?.gravado === false ? 'Gravar' : 'Trocar'}
                </Button>
              )}
            </Linha>
          )
        })}
      </dl>
    </section>
  )
}

function desde({ provedor }: ConexaoWhatsapp, em: string | null): string {
  if (provedor === 'emulador') return 'do próprio emulador'
  return em ? `gravado em ${diaEHora(em)}` : 'vem do ambiente do servidor'
}
