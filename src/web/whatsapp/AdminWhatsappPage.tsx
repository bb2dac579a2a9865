import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConexaoWhatsapp } from '#contract/whatsapp.ts'
import { callApi } from '#web/api/callApi.ts'
import { fraseDe } from '#web/api/erro.ts'
import type { Tom } from '#web/theme.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { CampoTexto } from '#web/ui/campos.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { diaEHora } from '#web/ui/formatos.ts'
import { Page } from '#web/ui/Page.tsx'
import { conexaoQuery } from './whatsapp.api.ts'

const ESTADOS: Record<ConexaoWhatsapp['estado'], { rotulo: string; tom: Tom; frase: string }> = {
  conectado: { rotulo: 'Conectado', tom: 'success', frase: 'As mensagens saem e as respostas chegam.' },
  desconectado: {
    rotulo: 'Desconectado',
    tom: 'error',
    frase: 'Nada sai até a conexão voltar. O que está na fila espera.',
  },
  nao_configurado: {
    rotulo: 'Não configurado',
    tom: 'warning',
    frase: 'Informe a conta da Meta para começar a enviar.',
  },
  erro: {
    rotulo: 'Parado por um erro da conta',
    tom: 'error',
    frase: 'O envio parou. Corrija na Meta e clique em Verificar: o que ainda vale hoje sai em seguida.',
  },
}

/** State first, in a word and a sentence; then what Meta says of the account. Secrets are written, never shown. */
export function AdminWhatsappPage() {
  const { data, error, refetch } = useQuery(conexaoQuery)
  const cache = useQueryClient()
  const verificar = useMutation({
    mutationFn: () => callApi('POST /api/admin/configuracoes/whatsapp/verificar', {}),
    onSuccess: (conexao) => cache.setQueryData(conexaoQuery.queryKey, conexao),
    onError: (erro) => avisar(fraseDe(erro)),
  })
  if (error && !data)
    return <ErrorState titulo="Não foi possível ver a conexão" erro={error} aoTentar={() => void refetch()} />
  return (
    <Page
      largura={960}
      acoes={
        <>
          <Button
            variant="outlined"
            disabled={!data}
            onClick={() => data && void abrir((fechar) => <ContaDialog conexao={data} aoFechar={fechar} />)}
          >
            Configurar a conta
          </Button>
          <Button variant="contained" loading={verificar.isPending} onClick={() => verificar.mutate()}>
            Verificar agora
          </Button>
        </>
      }
    >
      {data ? <Conexao conexao={data} /> : <Skeleton variant="rounded" height={320} />}
    </Page>
  )
}

function Conexao({ conexao }: { conexao: ConexaoWhatsapp }) {
  const estado = ESTADOS[conexao.estado]
  const linhas: [string, string | null][] = [
    [
      'Provedor',
      conexao.provedor === 'emulador' ? 'Emulador (nenhuma mensagem sai de verdade)' : 'WhatsApp Cloud API da Meta',
    ],
    ['Número', conexao.numero],
    ['Nome verificado', conexao.nome_verificado],
    ['Qualidade', conexao.qualidade],
    ['Limite de mensagens', conexao.limite_mensagens],
    ['Último webhook', conexao.webhook_recebido_em && diaEHora(conexao.webhook_recebido_em)],
    ['Última verificação', conexao.verificado_em && diaEHora(conexao.verificado_em)],
    ['ID do número', conexao.phone_number_id],
    ['ID da conta', conexao.business_account_id],
    ['Endereço do webhook', conexao.webhook_url],
    ['Empresa que assina', conexao.empresa],
    ['Chave Pix', conexao.pix],
  ]
  return (
    <>
      {conexao.erro && (
        <Alert severity="error">
          {conexao.erro.mensagem} (código {conexao.erro.codigo})
        </Alert>
      )}
      <Card component="section" aria-label="Situação da conexão" sx={{ p: 5, display: 'grid', gap: 3 }}>
        <Box>
          <Chip tom={estado.tom}>{estado.rotulo}</Chip>
        </Box>
        <Typography>{estado.frase}</Typography>
        {conexao.provedor === 'emulador' && (
          <Typography>
            <a href="/emulador" target="_blank" rel="noreferrer">
              Abrir o emulador
            </a>{' '}
            para ler o que foi enviado e responder como cliente.
          </Typography>
        )}
        <Box component="dl" sx={{ m: 0, display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: '200px 1fr' } }}>
          {linhas.map(([nome, valor]) => (
            <Box key={nome} sx={{ display: 'contents' }}>
              <Box component="dt" sx={{ color: 'text.secondary' }}>
                {nome}
              </Box>
              <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                {valor ?? '—'}
              </Box>
            </Box>
          ))}
        </Box>
      </Card>
    </>
  )
}

/** Fields left empty stay as they are; nothing secret comes back to the browser. */
function ContaDialog({ conexao, aoFechar }: { conexao: ConexaoWhatsapp; aoFechar: () => void }) {
  const cache = useQueryClient()
  const valores = {
    empresa: conexao.empresa,
    pix: conexao.pix ?? '',
    api_url: '',
    phone_number_id: conexao.provedor === 'cloud_api' ? (conexao.phone_number_id ?? '') : '',
    business_account_id: conexao.provedor === 'cloud_api' ? (conexao.business_account_id ?? '') : '',
    token: '',
    app_secret: '',
    verify_token: '',
  }
  return (
    <FormDialog
      titulo="Configurar a conta do WhatsApp"
      acao="Salvar a conta"
      largura={640}
      valores={valores}
      aoFechar={aoFechar}
      aoSalvar={async (dados) => {
        const preenchidos = Object.fromEntries(
          Object.entries(dados).filter(([nome, valor]) => valor !== '' || nome === 'pix'),
        )
        const nova = await callApi('PUT /api/admin/configuracoes/whatsapp', { body: preenchidos })
        cache.setQueryData(conexaoQuery.queryKey, nova)
        avisar('Conta salva.')
        aoFechar()
      }}
    >
      {({ control }) => (
        <>
          <CampoTexto control={control} nome="empresa" rotulo="Nome da empresa" ajuda="Assina as mensagens." />
          <CampoTexto control={control} nome="pix" rotulo="Chave Pix" opcional />
          <CampoTexto
            control={control}
            nome="api_url"
            rotulo="Endereço da API"
            opcional
            ajuda="Por exemplo https://graph.facebook.com/v23.0. Vazio: fica como está."
          />
          <CampoTexto control={control} nome="phone_number_id" rotulo="ID do número" opcional />
          <CampoTexto control={control} nome="business_account_id" rotulo="ID da conta (WABA)" opcional />
          <CampoTexto
            control={control}
            nome="token"
            rotulo="Token de acesso"
            opcional
            type="password"
            autoComplete="off"
            ajuda="Nunca é mostrado de novo. Vazio: fica como está."
          />
          <CampoTexto
            control={control}
            nome="app_secret"
            rotulo="Chave secreta do aplicativo"
            opcional
            type="password"
            autoComplete="off"
          />
          <CampoTexto
            control={control}
            nome="verify_token"
            rotulo="Token de verificação do webhook"
            opcional
            type="password"
            autoComplete="off"
          />
        </>
      )}
    </FormDialog>
  )
}
