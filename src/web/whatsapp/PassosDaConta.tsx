import CheckOutlined from '@mui/icons-material/CheckOutlined'
import ErrorOutlined from '@mui/icons-material/ErrorOutlineOutlined'
import PriorityHighOutlined from '@mui/icons-material/PriorityHighOutlined'
import RefreshOutlined from '@mui/icons-material/RefreshOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConexaoWhatsapp } from '#contract/whatsapp.ts'
import { precisaAprovacao } from '#domain/modelo.ts'
import { fraseDe } from '#web/api/erro.ts'
import { useAgora } from '#web/api/useAgora.ts'
import { modelosQuery } from '#web/modelos/modelos.api.ts'
import { cor, tons } from '#web/theme.ts'
import { hora } from '#web/ui/formatos.ts'
import { Page } from '#web/ui/Page.tsx'
import { semConta } from './emPalavras.ts'
import {
  FormularioConta,
  FormularioSegredo,
  FormularioWebhook,
  PassoModelos,
  PassoTeste,
} from './FormulariosDaConta.tsx'
import { type Passo, passosDe } from './passos.ts'
import { diagnosticoQuery, preparoQuery } from './whatsapp.api.ts'

interface Props {
  conexao: ConexaoWhatsapp
  aoSair: () => void
}

/** Six steps to the company's own WhatsApp, only the one at work open. Leaving is always possible. */
export function PassosDaConta({ conexao, aoSair }: Props) {
  const agora = useAgora()
  const cache = useQueryClient()
  const { data: preparo } = useQuery(preparoQuery)
  const diagnostico = useQuery(diagnosticoQuery(conexao))
  const { data: modelos } = useQuery(modelosQuery)
  const [aberto, setAberto] = useState<string>()
  const emulador = conexao.provedor === 'emulador'
  const passos = passosDe({
    conexao,
    preparo,
    diagnostico: diagnostico.data?.data,
    modelos: modelos && Object.values(modelos).filter(({ tipo }) => precisaAprovacao(tipo)),
    agora,
  })
  const prontos = passos.filter(({ situacao }) => situacao === 'feito').length
  const atual = aberto ?? passos.find(({ situacao }) => situacao !== 'feito')?.codigo
  const conferido =
    diagnostico.data && hora(new Date(agora.getTime() - (Date.now() - diagnostico.dataUpdatedAt)).toISOString())
  const primeiro = passos.findIndex(({ situacao }) => situacao !== 'feito')
  const conferir = () => {
    setAberto(undefined)
    void cache.invalidateQueries({ queryKey: ['whatsapp'] })
    void cache.invalidateQueries({ queryKey: ['modelos'] })
  }
  return (
    <Page largura={1088}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
        <Box sx={{ flex: '1 1 280px', minWidth: 0 }}>
          <Typography component="h2" sx={{ fontSize: 18, lineHeight: '26px', fontWeight: 600 }}>
            {semConta(conexao) ? 'Ligar o WhatsApp da empresa' : 'O WhatsApp da empresa'}
          </Typography>
          <Typography role="status" sx={{ color: 'text.secondary' }}>
            {prontos} de {passos.length} passos prontos.{' '}
            {emulador
              ? 'Enquanto isso, tudo funciona com o emulador e nada sai para clientes.'
              : semConta(conexao)
                ? 'Enquanto isso nada é enviado, e o que for escrito espera na fila.'
                : prontos === passos.length
                  ? 'Está tudo ligado.'
                  : 'O que já está pronto continua valendo.'}
            {conferido && ` Conferido com a Meta às ${conferido}.`}
          </Typography>
        </Box>
        {!emulador && (
          <Button
            startIcon={<RefreshOutlined />}
            loading={diagnostico.isFetching}
            loadingPosition="start"
            onClick={conferir}
          >
            Conferir tudo de novo
          </Button>
        )}
        <Button onClick={aoSair}>{prontos === passos.length ? 'Voltar' : 'Continuar depois'}</Button>
      </Box>
      {diagnostico.error && !diagnostico.data && (
        <Alert severity="error">Não foi possível conferir com a Meta. {fraseDe(diagnostico.error)}</Alert>
      )}
      {prontos < passos.length && passos.every(({ situacao }) => situacao !== 'falhou') && <AntesDeLigar />}
      <Card component="ol" aria-label="Passos" sx={{ listStyle: 'none', m: 0, p: { xs: 4, sm: 6 }, display: 'grid' }}>
        {passos.map((passo, i) => (
          <UmPasso
            key={passo.codigo}
            passo={passo}
            numero={i + 1}
            ultimo={i === passos.length - 1}
            aberto={passo.codigo === atual}
            espera={i > primeiro && primeiro >= 0 ? primeiro + 1 : undefined}
            aoAbrir={() => setAberto(passo.codigo === atual ? '' : passo.codigo)}
            conexao={conexao}
            aoFeito={conferir}
          />
        ))}
      </Card>
    </Page>
  )
}

/** What the company should know before anything is sent: Meta's own rule, and for whom this is made. */
const AntesDeLigar = () => (
  <Card component="section" aria-label="Antes de ligar" sx={{ p: { xs: 4, sm: 6 }, display: 'grid', gap: 2 }}>
    <Typography component="h3" sx={{ fontSize: 15, lineHeight: '22px', fontWeight: 600 }}>
      Antes de ligar: o que a Meta permite
    </Typography>
    <Typography sx={{ color: 'text.secondary', maxWidth: 820 }}>
      A Política de Mensagens do WhatsApp Business põe a <b>cobrança de dívidas</b> entre os negócios que não podem usar
      o serviço. Este sistema é para uma empresa que lembra os <b>próprios clientes</b> das <b>próprias contas</b>,{' '}
      <b>com o consentimento deles</b>; não para assessorias de cobrança, carteiras compradas ou vários credores em um
      número. A Meta pode entender de outro modo e restringir a conta: comece com poucos clientes, acompanhe a qualidade
      e mantenha outro canal.
    </Typography>
    <Box>
      <Link href="https://business.whatsapp.com/policy" target="_blank" rel="noreferrer">
        Ler a política da Meta
      </Link>
    </Box>
  </Card>
)

interface PassoProps {
  passo: Passo
  numero: number
  ultimo: boolean
  aberto: boolean
  /** The step that comes before it and is not done. */
  espera: number | undefined
  aoAbrir: () => void
  conexao: ConexaoWhatsapp
  aoFeito: () => void
}

function UmPasso({ passo, numero, ultimo, aberto, espera, aoAbrir, conexao, aoFeito }: PassoProps) {
  // What fails after an open step usually fails because of it: one thing at a time.
  const situacao = passo.situacao === 'falhou' && espera && !aberto ? 'falta' : passo.situacao
  return (
    <Box
      component="li"
      aria-current={aberto ? 'step' : undefined}
      sx={{
        position: 'relative',
        pl: { xs: 11, sm: 12 },
        pb: ultimo ? 0 : 6,
        minHeight: 44,
        ...(!ultimo && {
          '&::before': {
            content: '""',
            position: 'absolute',
            left: 15,
            top: 36,
            bottom: 4,
            width: 2,
            background: cor.divider,
          },
        }),
      }}
    >
      <Bola situacao={situacao} numero={numero} />
      <Box sx={{ display: 'flex', gap: 3, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography component="h3" sx={{ fontSize: 15, lineHeight: '22px', fontWeight: 600 }}>
            {passo.titulo}
            <span className="so-leitor">
              {situacao === 'feito' ? ' (pronto)' : situacao === 'falhou' ? ' (com problema)' : ''}
            </span>
          </Typography>
          <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {passo.frase}
            {espera && situacao === 'falta' && !aberto && ` Falta o passo ${espera}.`}
          </Box>
        </Box>
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
      </Box>
      {aberto && passo.falhas.length > 0 && (
        <Box
          role="alert"
          sx={{
            display: 'flex',
            gap: 3,
            mt: 3,
            p: 4,
            borderRadius: '8px',
            border: '1px solid #F5C6C6',
            background: tons.error.fundo,
            color: tons.error.texto,
          }}
        >
          <ErrorOutlined aria-hidden sx={{ fontSize: 20, color: tons.error.solid }} />
          <Box sx={{ display: 'grid', gap: 2, minWidth: 0, overflowWrap: 'anywhere' }}>
            {passo.falhas.map(({ titulo, texto }) => (
              <div key={titulo}>
                <b style={{ fontWeight: 600 }}>{titulo}</b>
                <div>{texto}</div>
              </div>
            ))}
          </Box>
        </Box>
      )}
      {aberto && (
        <Box sx={{ mt: 4 }}>
          <Conteudo codigo={passo.codigo} conexao={conexao} aoFeito={aoFeito} />
        </Box>
      )}
    </Box>
  )
}

function Conteudo({ codigo, conexao, aoFeito }: Pick<PassoProps, 'conexao' | 'aoFeito'> & { codigo: Passo['codigo'] }) {
  const partes = { conexao, aoFeito }
  if (codigo === 'conta') return <FormularioConta {...partes} />
  if (codigo === 'webhook') return <FormularioWebhook {...partes} />
  if (codigo === 'assinatura') return <FormularioSegredo {...partes} />
  if (codigo === 'modelos') return <PassoModelos aoFeito={aoFeito} />
  if (codigo === 'teste') return <PassoTeste aoFeito={aoFeito} />
  return (
    <Button variant="contained" startIcon={<RefreshOutlined />} onClick={aoFeito}>
      Verificar de novo
    </Button>
  )
}

function Bola({ situacao, numero }: { situacao: Passo['situacao']; numero: number }) {
  const aparencia = {
    feito: { background: tons.success.fundo, color: tons.success.texto },
    falhou: { background: tons.error.solid, color: '#FFF' },
    falta: { background: '#FFF', color: 'text.secondary', border: `1.5px solid ${cor.borderControl}` },
  }[situacao]
  return (
    <Box
      aria-hidden
      sx={{
        position: 'absolute',
        left: 0,
        top: 0,
        width: 32,
        height: 32,
        borderRadius: '50%',
        display: 'grid',
        placeItems: 'center',
        fontWeight: 600,
        ...aparencia,
      }}
    >
      {situacao === 'feito' ? (
        <CheckOutlined sx={{ fontSize: 20 }} />
      ) : situacao === 'falhou' ? (
        <PriorityHighOutlined sx={{ fontSize: 20 }} />
      ) : (
        numero
      )}
    </Box>
  )
}
