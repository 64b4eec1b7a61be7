{{- define "waymark.name" -}}
{{- if contains "waymark" .Release.Name }}{{ .Release.Name | trunc 52 | trimSuffix "-" }}{{ else }}{{ printf "%s-waymark" .Release.Name | trunc 52 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "waymark.selector" -}}
app.kubernetes.io/name: waymark
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "waymark.labels" -}}
{{ include "waymark.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "waymark.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- /* What the container of the service and that of the migration have in common. */ -}}
{{- define "waymark.container" -}}
image: {{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
envFrom:
  - secretRef:
      name: {{ .Values.existingSecret }}
env:
  - name: BASE_URL
    value: {{ .Values.baseUrl | quote }}
  # Without this key in the secret the pod does not start: each would have a database of its own.
  - name: DATABASE_URL
    valueFrom:
      secretKeyRef:
        name: {{ .Values.existingSecret }}
        key: DATABASE_URL
  # For the cache of the fonts.
  - name: XDG_CACHE_HOME
    value: /tmp
  {{- if .Values.metrics.enabled }}
  - name: METRICS_PORT
    value: "9464"
  {{- end }}
  {{- range $name, $value := .Values.settings }}
  - name: {{ $name }}
    value: {{ ternary $value ($value | toJson) (kindIs "string" $value) | quote }}
  {{- end }}
volumeMounts:
  - name: data
    mountPath: /data
  - name: tmp
    mountPath: /tmp
{{- end }}

{{- define "waymark.volumes" -}}
- name: data
  emptyDir: {}
- name: tmp
  emptyDir: {}
{{- end }}
