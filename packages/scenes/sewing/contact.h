// Where cloth touches the body and itself. Both are sought only when the fastest vertex may have used up SLACK, and are
// planes or triangles with fixed shares in between.
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

typedef float V4 __attribute__((vector_size(16)));
inline float dot(V4 a, V4 b) { const V4 m = a * b; return m[0] + m[1] + m[2]; }
inline V4 cross(V4 a, V4 b) {
  return V4{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0], 0};
}

constexpr float SLACK = 0.004f;      // metres beyond contact within which it is sought
constexpr float BODY_REACH = 0.03f;  // metres within which the body is felt: cloth that began inside comes out
constexpr float MARGIN = -0.05f;     // share by which a vertex may stand beside a triangle and still feel it
constexpr int MOST = 8;              // triangles that one vertex feels: a crumpled hood had 60, and took all the time

// Points sorted into boxes of one size.
struct Grid {
  float cell = 1;
  V4 low{};
  int size[3] = {0, 0, 0};
  std::vector<int> first, item;
  std::vector<V4> spot;  // the points in the boxes' order, so that those of a row of boxes are read in one go

  int along(float value, int axis) const {
    return std::max(0, std::min(size[axis] - 1, (int)((value - low[axis]) / cell)));
  }
  int box(int i, int j, int k) const { return (k * size[1] + j) * size[0] + i; }
  void fill(const std::vector<V4>& points, float width) {
    cell = width;
    V4 high = points[0];
    low = points[0];
    for (const V4& p : points)
      for (int a = 0; a < 3; a++) { low[a] = std::min(low[a], p[a]); high[a] = std::max(high[a], p[a]); }
    for (int a = 0; a < 3; a++) size[a] = std::min(400, (int)((high[a] - low[a]) / cell) + 1);
    first.assign(size[0] * size[1] * size[2] + 1, 0);
    std::vector<int> of(points.size());
    for (size_t i = 0; i < points.size(); i++) {
      of[i] = box(along(points[i][0], 0), along(points[i][1], 1), along(points[i][2], 2));
      first[of[i] + 1]++;
    }
    for (size_t b = 1; b < first.size(); b++) first[b] += first[b - 1];
    std::vector<int> next(first.begin(), first.end() - 1);
    item.resize(points.size());
    spot.resize(points.size());
    for (size_t i = 0; i < points.size(); i++) {
      const int to = next[of[i]]++;
      item[to] = i;
      spot[to] = points[i];
    }
  }
  // Calls use(item, squared distance) for all points within `reach` of p.
  template <class Use> void around(V4 p, float reach, Use use) const {
    int from[3], to[3];
    for (int a = 0; a < 3; a++) {
      if (p[a] + reach < low[a] || p[a] - reach > low[a] + size[a] * cell) return;
      from[a] = along(p[a] - reach, a);
      to[a] = along(p[a] + reach, a);
    }
    for (int k = from[2]; k <= to[2]; k++)
      for (int j = from[1]; j <= to[1]; j++) {
        const int a = box(from[0], j, k), b = box(to[0], j, k);
        for (int s = first[a]; s < first[b + 1]; s++) {
          const V4 d = p - spot[s];
          const float far = dot(d, d);
          if (far < reach * reach) use(item[s], far);
        }
      }
  }
};

// Shares of a triangle's corners in the point of its plane nearest to p.
inline V4 shares(V4 p, V4 a, V4 b, V4 c) {
  const V4 u = b - a, v = c - a, d = p - a;
  const float uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), du = dot(d, u), dv = dot(d, v);
  const float all = uu * vv - uv * uv + 1e-30f;
  const float s = (vv * du - uv * dv) / all, t = (uu * dv - uv * du) / all;
  return V4{1 - s - t, s, t, 0};
}

struct Touch { int vertex; V4 place, normal, speed; };

// The wearer: a closed surface of triangles with smooth normals, so that the plane a vertex feels turns without a jump
// as it slides.
struct Body {
  std::vector<int> corner, around_from, around;  // triangles' corners; the triangles at each vertex
  std::vector<V4> from, to, normal_from, normal_to, now;
  std::vector<int> nearest;  // of each vertex of the cloth, sought anew every step; -1: none near
  std::vector<Touch> touches;
  float fastest = 0, seconds = 1, most_lift = 0.0008f, relaxation = 0.5f;

  void start(int count, const int* triangles, int triangle_count) {
    corner.assign(triangles, triangles + 3 * triangle_count);
    around_from.assign(count + 1, 0);
    for (int c : corner) around_from[c + 1]++;
    for (int i = 0; i < count; i++) around_from[i + 1] += around_from[i];
    std::vector<int> next(around_from.begin(), around_from.end() - 1);
    around.resize(corner.size());
    for (size_t k = 0; k < corner.size(); k++) around[next[corner[k]]++] = k / 3;
    from.resize(count);
    to.resize(count);
    now.resize(count);
  }
  void normals(const std::vector<V4>& p, std::vector<V4>& n) const {
    n.assign(p.size(), V4{});
    for (size_t t = 0; t < corner.size(); t += 3) {
      const V4 f = cross(p[corner[t + 1]] - p[corner[t]], p[corner[t + 2]] - p[corner[t]]);
      for (int k = 0; k < 3; k++) n[corner[t + k]] += f;
    }
    for (V4& v : n) v *= 1 / (std::sqrt(dot(v, v)) + 1e-20f);
  }
  void move(const float* a, const float* b, float in, const std::vector<V4>& cloth) {
    seconds = in;
    fastest = 0;
    nearest.assign(cloth.size(), -1);
    touches.clear();
    if (from.empty()) return;
    for (size_t i = 0; i < from.size(); i++) {
      from[i] = V4{a[3 * i], a[3 * i + 1], a[3 * i + 2], 0};
      to[i] = V4{b[3 * i], b[3 * i + 1], b[3 * i + 2], 0};
      const V4 d = to[i] - from[i];
      fastest = std::max(fastest, std::sqrt(dot(d, d)) / in);
    }
    normals(from, normal_from);
    normals(to, normal_to);
    Grid grid;
    grid.fill(from, 0.015f);
    for (size_t i = 0; i < cloth.size(); i++) {
      float best = BODY_REACH * BODY_REACH;
      grid.around(cloth[i], BODY_REACH, [&](int s, float far) {
        if (far < best) { best = far; nearest[i] = s; }
      });
    }
  }
  // Planes for all vertices that may touch before the next search.
  void seek(const std::vector<V4>& cloth, const std::vector<float>& offset, float time) {
    touches.clear();
    if (from.empty()) return;
    const float u = time / seconds;
    for (size_t i = 0; i < from.size(); i++) now[i] = from[i] + (to[i] - from[i]) * u;
    for (size_t i = 0; i < cloth.size(); i++) {
      if (nearest[i] < 0) continue;
      float best = 1e9f;
      Touch touch{(int)i, {}, {}, {}};
      for (int round = 0; round < 2; round++) {  // the nearest vertex may have become another's neighbour
        int next = nearest[i];
        for (int s = around_from[nearest[i]]; s < around_from[nearest[i] + 1]; s++) {
          const int* t = &corner[3 * around[s]];
          V4 b = shares(cloth[i], now[t[0]], now[t[1]], now[t[2]]);
          for (int k = 0; k < 3; k++) b[k] = std::max(b[k], 0.0f);
          b *= 1 / (b[0] + b[1] + b[2]);
          const V4 q = now[t[0]] * b[0] + now[t[1]] * b[1] + now[t[2]] * b[2];
          const V4 d = cloth[i] - q;
          if (dot(d, d) >= best) continue;
          best = dot(d, d);
          V4 n{};
          touch.speed = V4{};
          for (int k = 0; k < 3; k++) {
            n += (normal_from[t[k]] * (1 - u) + normal_to[t[k]] * u) * b[k];
            touch.speed += (to[t[k]] - from[t[k]]) * (b[k] / seconds);
          }
          touch.place = q;
          touch.normal = n * (1 / (std::sqrt(dot(n, n)) + 1e-20f));
          next = t[b[0] >= b[1] && b[0] >= b[2] ? 0 : b[1] >= b[2] ? 1 : 2];
        }
        if (next == nearest[i]) break;
        nearest[i] = next;
      }
      if (dot(cloth[i] - touch.place, touch.normal) < offset[i] + SLACK) touches.push_back(touch);
    }
  }
};

struct Near { int vertex, a, b, c; float side; V4 share; };

// The cloth's own layers: vertices before triangles.
struct Self {
  std::vector<int> corner, still_from, still;
  std::vector<V4> middles, normals;
  std::vector<Near> near;
  Grid grid;
  float thickness = 0, full_thickness = 0, most_lift = 0, relaxation = 0.2f;

  void start(int n, const int* triangles, int count, const int* from, const int* pairs, float thick) {
    corner.assign(triangles, triangles + 3 * count);
    still_from.assign(from, from + n + 1);
    still.assign(pairs, pairs + from[n]);
    middles.resize(count);
    normals.resize(count);
    full_thickness = thick;
    most_lift = 0.05f * thick;
  }
  bool is_still(int vertex, int other) const {
    return std::binary_search(still.begin() + still_from[vertex], still.begin() + still_from[vertex + 1], other);
  }
  void seek(const std::vector<V4>& x) {
    near.clear();
    float wide = 0;
    for (size_t t = 0; t < middles.size(); t++) {
      const V4 a = x[corner[3 * t]], b = x[corner[3 * t + 1]], c = x[corner[3 * t + 2]];
      middles[t] = (a + b + c) * (1 / 3.0f);
      const V4 f = cross(b - a, c - a);
      normals[t] = f * (1 / (std::sqrt(dot(f, f)) + 1e-20f));
      const V4 d = a - middles[t];
      wide += std::sqrt(dot(d, d));
    }
    if (middles.empty()) return;
    const float high = thickness + SLACK;
    const float beside = 1.7f * (wide / middles.size()) * (wide / middles.size());
    const float reach = std::sqrt(high * high + beside);
    grid.fill(middles, 1.2f * reach);
    for (size_t i = 0; i < x.size(); i++) {
      int left = MOST;
      grid.around(x[i], reach, [&](int t, float far) {
        if (left == 0) return;
        const float off = dot(x[i] - middles[t], normals[t]);
        if (std::fabs(off) > high || far - off * off > beside) return;
        const int a = corner[3 * t], b = corner[3 * t + 1], c = corner[3 * t + 2];
        if ((int)i == a || (int)i == b || (int)i == c) return;
        const V4 share = shares(x[i], x[a], x[b], x[c]);
        if (share[0] < MARGIN || share[1] < MARGIN || share[2] < MARGIN) return;
        if (is_still(i, a) || is_still(i, b) || is_still(i, c)) return;
        near.push_back({(int)i, a, b, c, off < 0 ? -1.0f : 1.0f, share});
        left--;
      });
    }
  }
};
