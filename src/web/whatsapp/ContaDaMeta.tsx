import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConexaoWhatsapp, MovimentoWhatsapp } from '#contract/whatsapp.ts'
import { limiteDoNivel } from '#domain/limite.ts'
import { callApi } from '#web/api/callApi.ts'
import { fraseDe } from '#web/api/erro.ts'
import { useAgora } from '#web/api/useAgora.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { numero, plural } from '#web/ui/formatos.ts'
import { CheckOutlined } from '#web/ui/icons/CheckOutlined.tsx'
import { ErrorFilled as ErrorIcon } from '#web/ui/icons/ErrorFilled.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { DadoDaConta } from './DadoDaConta.tsx'
import { aoDia, limiteEmPalavras, provedorEmPalavras, QUALIDADES } from './emPalavras.ts'
import { Barra } from './Movimento.tsx'
import { conexaoQuery, movimentoQuery } from './whatsapp.queries.ts'

const EventosDialog = onDemand(() => import('./EventosDialog.tsx'), 'EventosDialog')

interface Props {
  conexao: ConexaoWhatsapp
}

/** Meta's data of the account, and what limits its pace. */
export function ContaDaMeta({ conexao }: Props) {
  const { data: movimento } = useQuery(movimentoQuery)
  return (
    <section className="cartao conexao-quadro" aria-label="Conta">
      <h2 className="conexao-titulo">Conta</h2>
      <dl>
        <DadoDaConta nome="Número" valor={conexao.numero ?? '—'}>
          {conexao.nome_verificado && `Nome verificado: ${conexao.nome_verificado}`}
        </DadoDaConta>
        <DadoDaConta nome="Provedor" valor={provedorEmPalavras(conexao)}>
          {conexao.provedor === 'emulador' && (
            <>
              Nada sai para clientes de verdade.{' '}
              <a className="ligacao" href="/emulador" target="_blank" rel="noreferrer">
                Abrir o emulador
              </a>{' '}
              para ler e responder como cliente.
            </>
          )}
        </DadoDaConta>
        <Qualidade conexao={conexao} />
        <Limite conexao={conexao} pessoas={movimento?.pessoas_alcancadas} />
        <DadoDaConta
          nome="Ritmo"
          valor={`Até ${plural(conexao.vazao.por_segundo, 'mensagem', 'mensagens')} por segundo`}
        >
          {fraseDoRitmo(conexao)}
        </DadoDaConta>
        <Aquecimento conexao={conexao} />
        <Webhook conexao={conexao} recusados={movimento?.webhooks_recusados} />
        <DadoDaConta nome="Identificação" valor={`Número ${conexao.phone_number_id ?? '—'}`}>
          Conta {conexao.business_account_id ?? '—'}
        </DadoDaConta>
      </dl>
    </section>
  )
}

function Qualidade({ conexao }: Props) {
  const qualidade = QUALIDADES[conexao.qualidade ?? '']
  return (
    <DadoDaConta
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
  )
}

function Limite({ conexao, pessoas }: Props & { pessoas: number | undefined }) {
  const limite = limiteDoNivel(conexao.limite_mensagens)
  return (
    <DadoDaConta
      nome="Limite de conversas"
      valor={
        limite !== null && pessoas !== undefined ? (
          <>
            {numero(pessoas)} de {numero(limite)} <span className="conexao-resto">pessoas diferentes em 24 h</span>
          </>
        ) : (
          limiteEmPalavras(conexao.limite_mensagens)
        )
      }
    >
      {limite !== null && pessoas !== undefined && (
        <span className="conexao-alcance">
          <Barra parte={pessoas / limite} tom={pessoas > limite * 0.9 ? 'warning' : 'neutral'} />
        </span>
      )}
    </DadoDaConta>
  )
}

/** What limits the pace: this server, Meta, or the number's quality. */
function fraseDoRitmo({ vazao: { nivel, maximo }, qualidade }: ConexaoWhatsapp): string {
  const daMeta = nivel === 'STANDARD' ? 80 : nivel === 'HIGH' ? 1000 : null
  const deQuem =
    daMeta !== null && daMeta < maximo
      ? `A Meta aceita ${numero(daMeta)} deste número, e o servidor enviaria até ${numero(maximo)}.`
      : `É o máximo deste servidor${daMeta === null ? '' : `; a Meta aceita ${numero(daMeta)} deste número`}.`
  const parte = qualidade === 'RED' ? 'A um quarto' : qualidade === 'YELLOW' ? 'Pela metade' : null
  return parte ? `${parte}, com o limite de conversas, até a qualidade voltar. ${deQuem}` : deQuem
}

/** The server limits a new number for two weeks, so that Meta comes to trust it. */
function Aquecimento({ conexao: { aquecimento, phone_number_id: qual } }: Props) {
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
    <DadoDaConta
      nome="Aquecimento"
      valor={
        aquecimento
          ? `Dia ${aquecimento.dia} de 14: até ${numero(aquecimento.limite)} pessoas em 24 h`
          : `Desligado${qual === null ? '' : ': o número já está em uso'}`
      }
    >
      {aquecimento
        ? 'O limite dobra a cada dia. Quem não couber hoje espera por amanhã, e quem espera há mais tempo vai antes.'
        : 'Para um número novo: nas primeiras duas semanas ele começa com 50 pessoas por dia e dobra a cada dia, para a Meta não o confundir com spam.'}
      {qual !== null && (
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
      )}
    </DadoDaConta>
  )
}

interface WebhookProps extends Props {
  recusados: MovimentoWhatsapp['webhooks_recusados'] | undefined
}
function Webhook({ conexao, recusados }: WebhookProps) {
  const agora = useAgora()
  return (
    <DadoDaConta
      nome="Webhook"
      valor={
        conexao.webhook_recebido_em ? `Recebido ${aoDia(conexao.webhook_recebido_em, agora)}` : 'Nada recebido ainda'
      }
    >
      {conexao.webhook_url}
      <Recusados recusados={recusados} />
      <div>
        <Button
          className="rente"
          size="small"
          onClick={() => void abrir((fechar) => <EventosDialog aoFechar={() => fechar(undefined)} />)}
        >
          Ver os avisos da Meta
        </Button>
      </div>
    </DadoDaConta>
  )
}

/** Calls to the webhook that were refused in the last 24 h; nothing of them is stored. */
function Recusados({ recusados }: Pick<WebhookProps, 'recusados'>) {
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
