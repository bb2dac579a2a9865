import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ConexaoWhatsapp } from '#contract/whatsapp.ts'
import { precisaAprovacao } from '#domain/modelo.ts'
import { callApi } from '#web/api/callApi.ts'
import { fraseDe } from '#web/api/erro.ts'
import { useAgora } from '#web/api/useAgora.ts'
import { modelosQuery } from '#web/modelos/modelos.queries.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { hora } from '#web/ui/formatos.ts'
import { CheckOutlined } from '#web/ui/icons/CheckOutlined.tsx'
import { ErrorOutlineOutlined as ErrorOutlined } from '#web/ui/icons/ErrorOutlineOutlined.tsx'
import { PriorityHighOutlined } from '#web/ui/icons/PriorityHighOutlined.tsx'
import { RefreshOutlined } from '#web/ui/icons/RefreshOutlined.tsx'
import { Page } from '#web/ui/Page.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { contaComecada, semConta } from './conta.ts'
import { FormularioConta, FormularioSegredo, PassoModelos, PassoTeste } from './FormulariosDaConta.tsx'
import { FormularioWebhook, type PropsDoWebhook, VerificarDeNovo } from './FormularioWebhook.tsx'
import { type PassoDaConta, passosDe } from './passos.ts'
import { diagnosticoQuery, preparoQuery } from './whatsapp.queries.ts'
import './whatsapp.css'
import './passos.css'

/** Every step closed. */
const NENHUM = 'nenhum'

interface Props {
  conexao: ConexaoWhatsapp
  aoSair: () => void
}

function usePassos(conexao: ConexaoWhatsapp) {
  const agora = useAgora()
  const { data: preparo, error: semPreparo } = useQuery(preparoQuery)
  const diagnostico = useQuery(diagnosticoQuery(conexao))
  const { data: modelos, error: semModelos } = useQuery(modelosQuery)
  const passos = passosDe({
    conexao,
    preparo,
    diagnostico: diagnostico.data?.data,
    modelos: modelos && Object.values(modelos).filter(({ tipo }) => precisaAprovacao(tipo)),
    agora,
  })
  const conferido =
    diagnostico.data && hora(new Date(agora.getTime() - (Date.now() - diagnostico.dataUpdatedAt)).toISOString())
  const naoLido = (!preparo && semPreparo) || (!modelos && semModelos)
  return { diagnostico, passos, conferido, naoLido }
}

/** Six steps to the company's own WhatsApp, only the current one open. Leaving is always possible. */
export function PassosDaConta({ conexao, aoSair }: Props) {
  const cache = useQueryClient()
  const { filtros, mudar } = useFiltros()
  const { diagnostico, passos, conferido, naoLido } = usePassos(conexao)
  const prontos = passos.filter(({ situacao }) => situacao === 'feito').length
  const primeiro = passos.findIndex(({ situacao }) => situacao !== 'feito')
  const comecada = contaComecada(conexao)
  // Until Meta has answered nobody knows which step is missing.
  const perguntando = comecada && diagnostico.isPending
  const atual = filtros.passo ?? (perguntando ? undefined : passos[primeiro]?.codigo)
  const reler = () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: ['whatsapp'] }),
      cache.invalidateQueries({ queryKey: ['modelos'] }),
    ])
  // Verifying also subscribes the account to the webhooks.
  const verificar = useMutation({
    mutationFn: () => callApi('POST /api/admin/configuracoes/whatsapp/verificar', {}),
    onError: (erro) => avisar(fraseDe(erro)),
    onSettled: reler,
  })
  const conferindo = verificar.isPending || diagnostico.isFetching
  return (
    <Page largura={1088}>
      <div className="row wrap gap-16">
        <div className="conexao-frase">
          <h2 className="titulo-grande">
            {semConta(conexao) ? 'Ligar o WhatsApp da empresa' : 'O WhatsApp da empresa'}
          </h2>
          <p className="cinza" role="status">
            {perguntando
              ? 'Conferindo com a Meta…'
              : `${prontos} de ${passos.length} passos prontos. ${enquantoIsso(conexao, prontos === passos.length)}`}
            {conferido && ` Conferido com a Meta às ${conferido}.`}
          </p>
        </div>
        {comecada && (
          <Button startIcon={<RefreshOutlined />} loading={conferindo} onClick={() => verificar.mutate()}>
            Conferir tudo de novo
          </Button>
        )}
        <Button onClick={aoSair}>{prontos === passos.length ? 'Voltar' : 'Continuar depois'}</Button>
      </div>
      {diagnostico.error && !diagnostico.data && (
        <Alert tom="error">Não foi possível conferir com a Meta. {fraseDe(diagnostico.error)}</Alert>
      )}
      {naoLido && (
        <Alert tom="error">
          Não foi possível ler o que já está pronto: um passo pode aparecer como por fazer sem que falte.{' '}
          {fraseDe(naoLido)}
        </Alert>
      )}
      {!perguntando && prontos < passos.length && passos.every(({ situacao }) => situacao !== 'falhou') && (
        <AntesDeLigar />
      )}
      <ol className="cartao passo-lista" aria-label="Passos">
        {passos.map((passo, i) => (
          <UmPasso
            key={passo.codigo}
            passo={passo}
            numero={i + 1}
            aberto={passo.codigo === atual}
            espera={!perguntando && i > primeiro && primeiro >= 0 ? primeiro + 1 : undefined}
            aoAbrir={() => mudar({ passo: passo.codigo === atual ? NENHUM : passo.codigo })}
            cedo={!comecada && passo.codigo !== 'conta'}
            aoPrimeiro={() => mudar({ passo: undefined })}
          >
            <Conteudo
              codigo={passo.codigo}
              conexao={conexao}
              aoFeito={() => mudar({ passo: undefined })}
              aoReler={() => void reler()}
              aoVerificar={() => verificar.mutate()}
              verificando={conferindo}
            />
          </UmPasso>
        ))}
      </ol>
    </Page>
  )
}

function enquantoIsso(conexao: ConexaoWhatsapp, tudo: boolean): string {
  if (conexao.provedor === 'emulador') return 'Enquanto isso, tudo funciona com o emulador e nada sai para clientes.'
  if (semConta(conexao)) return 'Enquanto isso nada é enviado, e o que for escrito espera na fila.'
  return tudo ? 'Está tudo ligado.' : 'O que já está pronto continua valendo.'
}

/** What to know before anything is sent: Meta's own rule, and whom the product is for. */
const AntesDeLigar = () => (
  <section className="cartao passo-antes grid gap-8" aria-label="Antes de ligar">
    <h3 className="passo-titulo">Antes de ligar: o que a Meta permite</h3>
    <p className="passo-politica">
      A Política de Mensagens do WhatsApp Business põe a <b>cobrança de dívidas</b> entre os negócios que não podem usar
      o serviço. Este sistema é para uma empresa que lembra os <b>próprios clientes</b> das <b>próprias contas</b>,{' '}
      <b>com o consentimento deles</b>; não para assessorias de cobrança, carteiras compradas ou vários credores em um
      número. A Meta pode entender de outro modo e restringir a conta: comece com poucos clientes, acompanhe a qualidade
      e mantenha outro canal.
    </p>
    <div>
      <a className="ligacao" href="https://business.whatsapp.com/policy" target="_blank" rel="noreferrer">
        Ler a política da Meta
      </a>
    </div>
  </section>
)

interface PassoProps {
  passo: PassoDaConta
  numero: number
  aberto: boolean
  /** The first earlier step that is not done. */
  espera: number | undefined
  aoAbrir: () => void
  /** Nothing can be done here before there is an account. */
  cedo: boolean
  aoPrimeiro: () => void
  children: ReactNode
}

function UmPasso({ passo, numero, aberto, espera, aoAbrir, cedo, aoPrimeiro, children }: PassoProps) {
  // What fails after an unfinished step usually fails because of it: it shows only as missing.
  const situacao = passo.situacao === 'falhou' && espera && !aberto ? 'falta' : passo.situacao
  return (
    <li className="passo" aria-current={aberto ? 'step' : undefined}>
      <Bola situacao={situacao} numero={numero} />
      <div className="passo-topo flex gap-12">
        <div className="grow">
          <h3 className="passo-titulo">
            {passo.titulo}
            <span className="so-leitor">
              {situacao === 'feito' ? ' (pronto)' : situacao === 'falhou' ? ' (com problema)' : ''}
            </span>
          </h3>
          <div className="cinza quebra">
            {passo.frase}
            {espera && situacao === 'falta' && !aberto && ` Falta o passo ${espera}.`}
          </div>
        </div>
        {(!aberto || passo.situacao === 'feito') && (
          <Button
            size="small"
            aria-expanded={aberto}
            aria-label={`${aberto ? 'Fechar' : passo.situacao === 'feito' ? 'Rever' : 'Abrir'} o passo ${passo.titulo}`}
            onClick={aoAbrir}
          >
            {aberto ? 'Fechar' : passo.situacao === 'feito' ? 'Rever' : 'Abrir'}
          </Button>
        )}
      </div>
      {aberto && passo.falhas.length > 0 && (
        <div className="passo-falhas flex gap-12 vencido" role="alert">
          <ErrorOutlined aria-hidden size={20} />
          <div className="grid gap-8 shrink quebra">
            {passo.falhas.map(({ titulo, texto }) => (
              <div key={titulo}>
                <b style={{ fontWeight: 600 }}>{titulo}</b>
                <div>{texto}</div>
              </div>
            ))}
          </div>
        </div>
      )}
      {aberto && (
        <div className="passo-corpo">
          {cedo ? (
            <div className="row wrap gap-12">
              <span className="cinza">Ligue antes a conta, no passo 1.</span>
              <Button onClick={aoPrimeiro}>Ir para o passo 1</Button>
            </div>
          ) : (
            children
          )}
        </div>
      )}
    </li>
  )
}

interface ConteudoProps extends PropsDoWebhook {
  codigo: PassoDaConta['codigo']
  aoReler: () => void
}

function Conteudo({ codigo, aoReler, ...partes }: ConteudoProps) {
  const aoFeito = () => {
    partes.aoFeito()
    aoReler()
  }
  if (codigo === 'conta') return <FormularioConta {...partes} />
  if (codigo === 'webhook') return <FormularioWebhook {...partes} />
  if (codigo === 'assinatura') return <FormularioSegredo {...partes} />
  if (codigo === 'modelos') return <PassoModelos aoFeito={aoFeito} />
  if (codigo === 'teste') return <PassoTeste aoFeito={aoFeito} />
  return <VerificarDeNovo {...partes} />
}

function Bola({ situacao, numero }: { situacao: PassoDaConta['situacao']; numero: number }) {
  return (
    <div aria-hidden className={`passo-bola ${situacao}`}>
      {situacao === 'feito' ? (
        <CheckOutlined size={20} />
      ) : situacao === 'falhou' ? (
        <PriorityHighOutlined size={20} />
      ) : (
        numero
      )}
    </div>
  )
}
